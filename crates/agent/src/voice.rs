//! What the engine says: remarks that come from what it saw.

use crate::SearchInfo;
use plybook_catalog::{Random, Score, move_list};

/// A change of value, in hundredths of a point, that is worth a remark.
const SWING: i32 = 100;
/// The same as a share of the value before, for games that count in large numbers.
const SWING_SHARE: f64 = 0.3;
/// Own moves between two remarks about nothing in particular.
const SMALL_TALK: u32 = 6;
/// Own moves between two remarks of the teacher.
const LESSONS: u32 = 3;
/// Distance of an end in plies from which on it is said to be near.
const NEAR: u32 = 3;
/// Values in points below which a commentator finds a position even, and from which on a side is clearly ahead.
const NEARLY_EVEN: f64 = 0.5;
const CLEARLY_AHEAD: f64 = 2.5;
/// Moves of an expected line that are repeated aloud.
const LINE: usize = 5;

/// How an engine talks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Personality {
    /// Says what it saw, and no more.
    #[default]
    Plain,
    /// Praises the opponent and apologises for winning.
    Gracious,
    /// Knows that it is the best.
    Boastful,
    /// Explains what it expects.
    Teacher,
    /// Says with every move what it sees and which reply it expects.
    Commentator,
    /// Says nothing.
    Silent,
}

/// What happened that is worth a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Greeting,
    Win,
    NearWin,
    Loss,
    NearLoss,
    Better,
    Worse,
    Surprise,
    Forced,
    Ahead,
    Behind,
    Level,
    Lesson,
}

impl Personality {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Personality); 6] = [
        ("plain", Personality::Plain),
        ("gracious", Personality::Gracious),
        ("boastful", Personality::Boastful),
        ("teacher", Personality::Teacher),
        ("commentator", Personality::Commentator),
        ("silent", Personality::Silent),
    ];

    /// The personality of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Personality> {
        Personality::ALL.iter().find(|(known, _)| *known == name).map(|(_, personality)| *personality)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Personality::ALL.iter().find(|(_, known)| *known == self).map_or("plain", |(name, _)| name)
    }

    /// How it introduces itself.
    #[must_use]
    pub fn introduction(self, nickname: &str, game: &str, strength: &str) -> String {
        match self {
            Personality::Plain => format!("I am {nickname}. I play {game} with {strength}."),
            Personality::Gracious => {
                format!(
                    "Good day, I am {nickname}. It is a pleasure to play {game} with you, with {strength}."
                )
            }
            Personality::Boastful => {
                format!("I am {nickname}. You have heard of me. I play {game} with {strength}; it will do.")
            }
            Personality::Teacher => {
                format!("I am {nickname}. We play {game}, I with {strength}, and I shall explain what I see.")
            }
            Personality::Commentator => {
                format!("I am {nickname}. I play {game} with {strength}, and say what I see with every move.")
            }
            Personality::Silent => format!("{nickname} ({game}, {strength})."),
        }
    }

    /// What it can say to an event. `{n}` is a distance in plies, `{m}` a move, `{v}` a value, `{l}` a line,
    /// `{d}` a depth, `{o}` the opponent.
    const fn phrases(self, event: Event) -> &'static [&'static str] {
        use Event as E;
        use Personality as P;
        match (self, event) {
            // The commentator's sentences are made in `comment`.
            (P::Silent | P::Commentator, _) => &[],
            (P::Plain, E::Greeting) => &["Let us begin.", "A good game to you, {o}."],
            (P::Plain, E::Win) => &["I see a win in {n} plies.", "This is won: {n} plies at most."],
            (P::Plain, E::NearWin) => &["The end is near: {n} plies.", "Only {n} plies to go."],
            (P::Plain, E::Loss) => &["I am lost in {n} plies.", "There is no defence any more: {n} plies."],
            (P::Plain, E::NearLoss) => &["It is over in {n} plies.", "The last moves, I am afraid."],
            (P::Plain, E::Better) => &["That helps me: {v} now.", "Things look up: {v}."],
            (P::Plain, E::Worse) => &["I did not like that: {v} now.", "That cost me something: {v}."],
            (P::Plain, E::Surprise) => &["I had expected {m}.", "Not {m}? I see."],
            (P::Plain, E::Forced) => &["I have no choice.", "My only move."],
            (P::Plain, E::Ahead) => &["I prefer my side: {v}.", "I am ahead: {v}."],
            (P::Plain, E::Behind) => &["You stand better: {v} for me.", "I am behind: {v}."],
            (P::Plain, E::Level) => &["Nobody is ahead.", "It is level: {v}."],
            (P::Plain | P::Gracious | P::Boastful, E::Lesson) => &[],
            (P::Gracious, E::Greeting) => &["It is an honour, {o}.", "May we both enjoy this, {o}."],
            (P::Gracious, E::Win) => {
                &["Forgive me, I believe I win in {n} plies.", "You made it hard: {n} plies."]
            }
            (P::Gracious, E::NearWin) => {
                &["You fought well.", "Thank you for this game; {n} plies are left."]
            }
            (P::Gracious, E::Loss) => &["Beautifully played: I am lost in {n} plies.", "I bow: {n} plies."],
            (P::Gracious, E::NearLoss) => &["Congratulations.", "A deserved win of yours."],
            (P::Gracious, E::Better) => &["I was fortunate there.", "That went my way; bad luck."],
            (P::Gracious, E::Worse) => &["A fine move; I missed it.", "Well seen. My value fell to {v}."],
            (P::Gracious, E::Surprise) => {
                &["What an idea; I only thought of {m}.", "Interesting, instead of {m}."]
            }
            (P::Gracious, E::Forced) => &["You leave me one move only.", "Neatly forced."],
            (P::Gracious, E::Ahead) => {
                &["I am a little ahead, but that can change.", "Luck is with me so far."]
            }
            (P::Gracious, E::Behind) => &["You play very well.", "I admire your position."],
            (P::Gracious, E::Level) => &["A balanced game; how pleasant.", "We are well matched."],
            (P::Boastful, E::Greeting) => {
                &["This will not take long, {o}.", "SearchObserver and learn, {o}."]
            }
            (P::Boastful, E::Win) => {
                &["Won in {n} plies. I could stop looking.", "{n} plies, and you cannot stop it."]
            }
            (P::Boastful, E::NearWin) => &["Any moment now.", "{n} plies. You may resign."],
            (P::Boastful, E::Loss) => &["You were lucky: {n} plies.", "I let you win in {n} plies."],
            (P::Boastful, E::NearLoss) => &["I was not trying.", "The sun was in my eyes."],
            (P::Boastful, E::Better) => &["You walked right into it: {v}.", "As I planned: {v}."],
            (P::Boastful, E::Worse) => &["I only gave you hope.", "A trap of mine. You will see."],
            (P::Boastful, E::Surprise) => &["{m} was better, but you did not see it.", "Not {m}? How brave."],
            (P::Boastful, E::Forced) => &["The only move, and of course I see it.", "Forced, but mine."],
            (P::Boastful, E::Ahead) => &["I am ahead, as always.", "{v}, and growing."],
            (P::Boastful, E::Behind) => &["I like a challenge.", "I win these."],
            (P::Boastful, E::Level) => &["I am only warming up.", "Enjoy it while it is level."],
            (P::Teacher, E::Greeting) => {
                &["Let us see what we can learn, {o}.", "Think before every move, {o}."]
            }
            (P::Teacher, E::Win) => {
                &["A proven win in {n} plies: {l}.", "Whatever you reply, it ends in {n} plies."]
            }
            (P::Teacher, E::NearWin) => &["Count with me: {n} plies.", "Find the end yourself: {n} plies."],
            (P::Teacher, E::Loss) => {
                &["You have a proven win in {n} plies: {l}.", "Look for it: {n} plies to your win."]
            }
            (P::Teacher, E::NearLoss) => &["Do not let it slip: {n} plies.", "Well learnt."],
            (P::Teacher, E::Better) => {
                &["The last moves changed the value to {v}: {l}.", "Ask yourself what went wrong: {v}."]
            }
            (P::Teacher, E::Worse) => &["Good: my value fell to {v}.", "Right: now I expect {l}."],
            (P::Teacher, E::Surprise) => {
                &["I looked at {m} there. Compare the two.", "My line went on with {m}."]
            }
            (P::Teacher, E::Forced) => &["With one legal move there is nothing to search.", "A forced move."],
            (P::Teacher, E::Ahead) => &["At depth {d} I see {v}: {l}.", "{v} for me, by the line {l}."],
            (P::Teacher, E::Behind) => {
                &["At depth {d} I see {v}: {l}.", "{v}: you are better; I expect {l}."]
            }
            (P::Teacher, E::Level) => &["Level at depth {d}: {l}.", "I expect {l}, and nobody is ahead."],
            (P::Teacher, E::Lesson) => &["I expect {l} ({v}, depth {d}).", "Depth {d}: {v}, with {l}."],
        }
    }
}

/// One speaker in one game: knows what it said and does not say it again at every move.
#[derive(Clone, Debug)]
pub struct Voice {
    personality: Personality,
    random: Random,
    opponent: String,
    score: Option<Score>,
    said: Vec<Event>,
    silent_for: u32,
    moves: u32,
    /// Whether it said that a database proves the value.
    cited: bool,
}

impl Voice {
    /// A speaker; the seed chooses among its phrases.
    #[must_use]
    pub fn new(personality: Personality, seed: u64) -> Voice {
        let random = Random::new(seed ^ 0x5eed_0f70_1ce5);
        Voice {
            personality,
            random,
            opponent: String::new(),
            score: None,
            said: Vec::new(),
            silent_for: 0,
            moves: 0,
            cited: false,
        }
    }

    /// Learns the opponent's name.
    pub fn meet(&mut self, opponent: &str) {
        opponent.clone_into(&mut self.opponent);
    }

    /// What to say with a move, after what was seen. `surprise` is the reply that was expected where another one
    /// came. Often nothing.
    pub fn speak(&mut self, seen: &SearchInfo, surprise: Option<&str>, choices: usize) -> String {
        if self.personality == Personality::Commentator {
            return comment(seen, choices);
        }
        let remark = self.remark(seen, surprise, choices);
        let Some(score) = seen.score.filter(|_| seen.proven && !self.cited) else { return remark };
        if self.personality == Personality::Silent {
            return remark;
        }
        self.cited = true;
        let value = if score.is_decided() { score.to_string() } else { "a draw".to_owned() };
        format!("{remark} The endgame database proves it: {value}.").trim_start().to_owned()
    }

    fn remark(&mut self, seen: &SearchInfo, surprise: Option<&str>, choices: usize) -> String {
        self.moves += 1;
        let event = self.event(seen, surprise.is_some(), choices);
        self.score = seen.score.or(self.score);
        let phrase = event.and_then(|event| self.random.pick(self.personality.phrases(event)).copied());
        let (Some(event), Some(phrase)) = (event, phrase) else {
            self.silent_for += 1;
            return String::new();
        };
        self.silent_for = 0;
        self.said.push(event);
        let score = seen.score.unwrap_or(Score::DRAW);
        let line = move_list(&seen.display[..seen.display.len().min(LINE)]);
        phrase
            .replace("{n}", &score.distance().unwrap_or(0).to_string())
            .replace("{m}", surprise.unwrap_or("another move"))
            .replace("{v}", &score.to_string())
            .replace("{l}", &line)
            .replace("{d}", &seen.depth.unwrap_or(0).to_string())
            .replace("{o}", if self.opponent.is_empty() { "friend" } else { &self.opponent })
    }

    fn event(&self, seen: &SearchInfo, surprised: bool, choices: usize) -> Option<Event> {
        let new = |event: Event| !self.said.contains(&event);
        let Some(score) = seen.score else { return new(Event::Greeting).then_some(Event::Greeting) };
        if let Some(plies) = score.distance() {
            let (first, near) =
                if score.is_win() { (Event::Win, Event::NearWin) } else { (Event::Loss, Event::NearLoss) };
            if plies <= NEAR {
                return new(near).then_some(near);
            }
            return new(first).then_some(first);
        }
        if self.moves == 1 {
            return Some(Event::Greeting);
        }
        if let Some(before) = self.score {
            let change = score.raw().saturating_sub(before.raw());
            let least = f64::from(SWING).max(f64::from(before.raw().saturating_abs()) * SWING_SHARE);
            if f64::from(change.saturating_abs()) >= least && self.silent_for > 0 {
                return Some(if change > 0 { Event::Better } else { Event::Worse });
            }
        }
        if surprised && self.silent_for >= 2 {
            return Some(Event::Surprise);
        }
        if choices == 1 && self.silent_for >= 1 && self.said.last() != Some(&Event::Forced) {
            return Some(Event::Forced);
        }
        if self.personality == Personality::Teacher && self.silent_for >= LESSONS {
            return Some(Event::Lesson);
        }
        let general = match score.raw() {
            raw if raw > SWING / 2 => Event::Ahead,
            raw if raw < -SWING / 2 => Event::Behind,
            _ => Event::Level,
        };
        let due = self.silent_for >= SMALL_TALK && self.said.last() != Some(&general);
        due.then_some(general)
    }
}

/// What the commentator says: a sentence or two about the position, with every move.
fn comment(seen: &SearchInfo, choices: usize) -> String {
    let Some(score) = seen.score else { return String::new() };
    let points = f64::from(score.raw()) / f64::from(Score::POINT);
    // A sign would ask whose it is: who is ahead is said in words.
    let ahead = points.abs();
    let mut said = match score.distance() {
        Some(1) if score.is_win() => "And that is the game.".to_owned(),
        Some(plies) if score.is_win() => format!("I win in {plies} plies at the latest."),
        Some(plies) if plies <= 2 => "You have me.".to_owned(),
        Some(plies) => format!("If you find the moves, I am lost in {plies} plies."),
        None if seen.proven => "This is a draw with best play.".to_owned(),
        None if points.abs() < NEARLY_EVEN => "It looks even to me.".to_owned(),
        None if points >= CLEARLY_AHEAD => format!("I like my position (ahead by {ahead:.2})."),
        None if points > 0.0 => format!("I am a little better (by {ahead:.2})."),
        None if points <= -CLEARLY_AHEAD => format!("You are ahead (by {ahead:.2})."),
        None => format!("You are a little better (by {ahead:.2})."),
    };
    if seen.proven {
        said += " The endgame database proves it.";
    }
    if choices == 1 {
        return format!("That was forced. {said}");
    }
    if let (Some(reply), false, true) = (seen.display.get(1), score.is_decided(), seen.depth > Some(1))
        && !seen.proven
    {
        said += &format!(" I expect {}.", reply.text);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::DisplayMove;

    #[test]
    fn a_proof_is_cited_once() {
        for (personality, cites) in [(Personality::Plain, true), (Personality::Silent, false)] {
            let mut voice = Voice::new(personality, 1);
            let seen = SearchInfo { proven: true, ..saw(Score::win_in(9)) };
            let first = voice.speak(&seen, None, 4);
            assert_eq!(first.contains("endgame database proves it: win in 9"), cites, "{first}");
            assert!(!voice.speak(&seen, None, 4).contains("database"));
        }
        let drawn = SearchInfo { proven: true, ..saw(Score::DRAW) };
        assert!(Voice::new(Personality::Teacher, 1).speak(&drawn, None, 4).contains("proves it: a draw"));
    }

    fn saw(score: Score) -> SearchInfo {
        SearchInfo {
            score: Some(score),
            depth: Some(7),
            nodes: Some(9),
            line: vec!["a1".into(), "b2".into()],
            display: ["a1", "b2"]
                .map(|text| DisplayMove { text: text.into(), number: Some(1), opens: text == "a1" })
                .into(),
            proven: false,
        }
    }

    #[test]
    fn everybody_but_the_silent_has_something_to_say_to_everything_that_happens() {
        for (name, personality) in Personality::ALL {
            assert_eq!(Personality::named(name), Some(personality));
            assert_eq!(personality.name(), name);
            assert!(personality.introduction("Anna", "Chess", "level 3").contains("Anna"));
            for event in [Event::Greeting, Event::Win, Event::Worse, Event::Surprise, Event::Level] {
                let quiet = [Personality::Silent, Personality::Commentator].contains(&personality);
                assert_eq!(personality.phrases(event).is_empty(), quiet);
            }
        }
        assert_eq!(Personality::named("rude"), None);
    }

    #[test]
    fn remarks_come_from_what_was_seen() {
        let mut voice = Voice::new(Personality::Plain, 3);
        voice.meet("Bert");
        assert!(!voice.speak(&saw(Score::DRAW), None, 20).is_empty(), "it greets");
        assert_eq!(voice.speak(&saw(Score::DRAW), None, 20), "");
        assert!(voice.speak(&saw(Score::points(5)), None, 20).contains("+5.00"));
        assert_eq!(voice.speak(&saw(Score::points(5)), None, 20), "");
        assert_eq!(voice.speak(&saw(Score::points(5)), None, 20), "");
        assert!(voice.speak(&saw(Score::points(5)), Some("c3"), 20).contains("c3"));
        assert!(voice.speak(&saw(Score::win_in(9)), None, 20).contains('9'));
        assert_eq!(voice.speak(&saw(Score::win_in(7)), None, 20), "", "once is enough");
        assert!(voice.speak(&saw(Score::win_in(3)), None, 20).contains('3'));
        assert_eq!(voice.speak(&saw(Score::win_in(1)), None, 20), "");
        let mut lost = Voice::new(Personality::Teacher, 3);
        assert!(lost.speak(&saw(Score::loss_in(8)), None, 20).contains('8'));
    }

    #[test]
    fn a_commentator_tells_what_it_sees_with_every_move() {
        let mut voice = Voice::new(Personality::Commentator, 1);
        for (score, said) in [
            (Score::win_in(1), "And that is the game."),
            (Score::win_in(7), "I win in 7 plies"),
            (Score::loss_in(2), "You have me."),
            (Score::loss_in(8), "lost in 8 plies"),
            (Score::points(3), "I like my position (ahead by 3.00). I expect b2."),
            (Score::points(-1), "You are a little better (by 1.00). I expect b2."),
        ] {
            for _ in 0..2 {
                assert!(voice.speak(&saw(score), None, 9).contains(said), "{score}");
            }
        }
        let proven = SearchInfo { proven: true, ..saw(Score::DRAW) };
        let said = voice.speak(&proven, None, 1);
        assert_eq!(said, "That was forced. This is a draw with best play. The endgame database proves it.");
    }

    #[test]
    fn nobody_repeats_himself_at_every_move() {
        for (_, personality) in Personality::ALL {
            let mut voice = Voice::new(personality, 1);
            let said = (0..60).filter(|_| !voice.speak(&saw(Score::points(2)), Some("c3"), 1).is_empty());
            let most = if personality == Personality::Commentator { 60 } else { 31 };
            assert!(said.count() <= most, "{personality:?}");
        }
    }
}
