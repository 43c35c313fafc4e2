//! Expectiminimax as a player: minimax with the mean at chance nodes, for two players.

use super::max_n::Searching;
use super::{MethodInfo, MethodOption, OptionChoices, Parts, SearchMethod};
use plybook_kernel::ListedGame;
use plybook_search::many::{Assumption, ChanceCuts};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "expectiminimax",
    summary: "Depth by depth for two players and chance, with cuts at chance nodes too.",
    options: &[MethodOption {
        name: "cuts",
        choices: OptionChoices::OneOf(&["star2", "star1", "off"]),
        default: "star2",
        help: "How chance nodes are cut: by what is left, also by a look at one reply each, or not at all.",
    }],
    most_players: 2,
    chance: true,
    memory: false,
    threads: false,
};

pub(super) fn make<G: ListedGame>(parts: Parts<'_, G>) -> impl SearchMethod<G> + use<G> {
    let cuts = match parts.value("cuts") {
        "star1" => ChanceCuts::Star1,
        "off" => ChanceCuts::Off,
        _ => ChanceCuts::Star2,
    };
    Searching::new(parts, Assumption::Paranoid, cuts)
}
