//! Agents behind a wall: whatever panics inside them stays there, and whatever they say is cut to size.

use plybook_agent::{Agent, Answer, Fault, GameStart, Identity, Turn};
use plybook_catalog::{Ending, Session};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Longest nickname that is kept, in characters.
const NICKNAME: usize = 60;
/// Longest introduction, remark or message that is kept, in characters.
const SPEECH: usize = 2000;

/// Calls an agent and turns a panic into a crash of that agent. Such an agent must not be asked again.
fn guarded<T>(call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| Err(Fault::Crashed(words_of(&*panic))))
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", speech(text.unwrap_or("without a word")))
}

/// Who an agent says it is.
pub fn identity(agent: &mut dyn Agent, deadline: Instant) -> Result<Identity, Fault> {
    let Identity { nickname, introduction } = guarded(|| agent.identity(deadline))?;
    Ok(Identity { nickname: name(&nickname), introduction: speech(&introduction) })
}

/// Gets an agent ready for a game.
pub fn begin(agent: &mut dyn Agent, meeting: &GameStart<'_>) -> Result<(), Fault> {
    guarded(|| agent.begin(meeting))
}

/// Asks an agent for a move.
pub fn turn(agent: &mut dyn Agent, turn: &Turn<'_>) -> Result<Answer, Fault> {
    let mut answer = guarded(|| agent.turn(turn))?;
    answer.remark = speech(&answer.remark);
    Ok(answer)
}

/// Lets an agent think on the opponent's time.
pub fn ponder(agent: &mut dyn Agent, session: &dyn Session) -> Result<(), Fault> {
    guarded(|| {
        agent.ponder(session);
        Ok(())
    })
}

/// Tells an agent how the game ended.
pub fn end(agent: &mut dyn Agent, ending: Option<&Ending>) -> Result<(), Fault> {
    guarded(|| {
        agent.end(ending);
        Ok(())
    })
}

/// Ends an agent for good.
pub fn dismiss(agent: Box<dyn Agent>) {
    // A panic in its last moment concerns nobody any more.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(agent)));
}

/// A name on one line, not too long.
fn name(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(NICKNAME).collect();
    plain.trim().to_owned()
}

/// What was said, without control characters, not too long.
pub fn speech(text: &str) -> String {
    let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let mut kept: String = text.chars().map(plain).take(SPEECH).collect();
    if text.chars().nth(SPEECH).is_some() {
        kept.push_str(" [cut]");
    }
    kept.trim().to_owned()
}

/// Makes an agent.
pub fn made(make: impl FnOnce() -> Result<Box<dyn Agent>, Fault>) -> Result<Box<dyn Agent>, Fault> {
    guarded(make)
}
