//! Kalah with any number of houses and seeds, each sowing being a ply of its own.

use crate::Plain;

/// The rules of Kalah with their options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kalah {
    /// Houses of each player.
    pub houses: usize,
    /// Seeds in each house at the start.
    pub seeds: u32,
    /// Whether a last seed in an own empty house is taken even if the opposite house is empty.
    pub empty_capture: bool,
}

/// The two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The player who starts.
    First,
    /// The other player.
    Second,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// The seeds in all houses and stores, and the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The pits in the order of sowing: the first player's houses from the left, the first player's store,
    /// the second player's houses from that player's left, the second player's store.
    pub pits: Vec<u32>,
    /// The player to move; once the game has ended, the player who would be next.
    pub to_move: Player,
}

/// A sowing, named by the mover's house counted from zero at the mover's left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The house that is emptied.
    pub house: usize,
}

impl Kalah {
    /// The pit of a player's leftmost house.
    fn first_house(&self, player: Player) -> usize {
        match player {
            Player::First => 0,
            Player::Second => self.houses + 1,
        }
    }

    /// The pit of a player's store.
    fn store(&self, player: Player) -> usize {
        self.first_house(player) + self.houses
    }

    /// The seeds in a player's houses, from that player's left.
    fn seeds_of<'a>(&self, pits: &'a [u32], player: Player) -> &'a [u32] {
        &pits[self.first_house(player)..self.store(player)]
    }

    /// Whether a player's houses are all empty.
    fn is_bare(&self, pits: &[u32], player: Player) -> bool {
        self.seeds_of(pits, player).iter().all(|&seeds| seeds == 0)
    }

    /// The seeds in the first player's store minus those in the second player's store.
    pub fn margin(&self, at: &Position) -> i64 {
        i64::from(at.pits[self.store(Player::First)]) - i64::from(at.pits[self.store(Player::Second)])
    }

    /// Reads the houses and the store of one player.
    fn read_player(&self, text: &str) -> Option<Vec<u32>> {
        let (houses_text, store_text) = text.split_once(':')?;
        let mut pits = Vec::new();
        for house_text in houses_text.split(',') {
            pits.push(house_text.parse().ok()?);
        }
        pits.push(store_text.parse().ok()?);
        (pits.len() == self.houses + 1).then_some(pits)
    }
}

impl Plain for Kalah {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut pits = vec![self.seeds; 2 * self.houses + 2];
        pits[self.store(Player::First)] = 0;
        pits[self.store(Player::Second)] = 0;
        Position { pits, to_move: Player::First }
    }

    /// Only the form is checked, which must be the one that `text` writes; any total of seeds up to the
    /// largest number of 32 bits is accepted.
    fn read(&self, text: &str) -> Option<Position> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [first_text, second_text, side_text] = fields[..] else {
            return None;
        };
        let mut pits = self.read_player(first_text)?;
        pits.extend(self.read_player(second_text)?);
        pits.iter().try_fold(0u32, |total, &seeds| total.checked_add(seeds))?;
        let to_move = match side_text {
            "1" => Player::First,
            "2" => Player::Second,
            _ => return None,
        };
        let position = Position { pits, to_move };
        (self.text(&position) == text).then_some(position)
    }

    fn text(&self, at: &Position) -> String {
        let mut text = String::new();
        for player in [Player::First, Player::Second] {
            let houses: Vec<String> = self.seeds_of(&at.pits, player).iter().map(u32::to_string).collect();
            text.push_str(&format!("{}:{} ", houses.join(","), at.pits[self.store(player)]));
        }
        text.push(match at.to_move {
            Player::First => '1',
            Player::Second => '2',
        });
        text
    }

    fn moves(&self, at: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.is_bare(&at.pits, Player::First) || self.is_bare(&at.pits, Player::Second) {
            return moves;
        }
        for (house, &seeds) in self.seeds_of(&at.pits, at.to_move).iter().enumerate() {
            if seeds > 0 {
                moves.push(Move { house });
            }
        }
        moves
    }

    fn play(&self, at: &Position, mv: &Move) -> Position {
        let mut pits = at.pits.clone();
        let own_first_house = self.first_house(at.to_move);
        let own_store = self.store(at.to_move);
        let other_store = self.store(at.to_move.other());

        let mut pit = own_first_house + mv.house;
        let mut in_hand = pits[pit];
        pits[pit] = 0;
        while in_hand > 0 {
            pit = (pit + 1) % pits.len();
            if pit != other_store {
                pits[pit] += 1;
                in_hand -= 1;
            }
        }

        let is_own_house = (own_first_house..own_store).contains(&pit);
        if is_own_house && pits[pit] == 1 {
            let opposite = 2 * self.houses - pit;
            if pits[opposite] > 0 || self.empty_capture {
                pits[own_store] += pits[pit] + pits[opposite];
                pits[pit] = 0;
                pits[opposite] = 0;
            }
        }

        if self.is_bare(&pits, Player::First) || self.is_bare(&pits, Player::Second) {
            for player in [Player::First, Player::Second] {
                let store = self.store(player);
                for house in self.first_house(player)..store {
                    pits[store] += pits[house];
                    pits[house] = 0;
                }
            }
        }

        let to_move = if pit == own_store { at.to_move } else { at.to_move.other() };
        Position { pits, to_move }
    }

    fn move_text(&self, _at: &Position, mv: &Move) -> String {
        (mv.house + 1).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;
    use std::collections::HashMap;

    fn kalah(houses: usize, seeds: u32, empty_capture: bool) -> Kalah {
        Kalah { houses, seeds, empty_capture }
    }

    fn after(rules: &Kalah, text: &str, move_text: &str) -> String {
        let at = rules.read(text).unwrap();
        let moves = rules.moves(&at);
        let mv = moves.iter().find(|mv| rules.move_text(&at, mv) == move_text).unwrap();
        rules.text(&rules.play(&at, mv))
    }

    /// The final margin of the first player if both play perfectly, by exhaustive search.
    fn perfect_margin(rules: &Kalah, at: &Position, known: &mut HashMap<Position, i64>) -> i64 {
        if let Some(&margin) = known.get(at) {
            return margin;
        }
        let mut margins = Vec::new();
        for mv in rules.moves(at) {
            margins.push(perfect_margin(rules, &rules.play(at, &mv), known));
        }
        let margin = match at.to_move {
            Player::First => margins.into_iter().max(),
            Player::Second => margins.into_iter().min(),
        }
        .unwrap_or_else(|| rules.margin(at));
        known.insert(at.clone(), margin);
        margin
    }

    #[test]
    fn perft_of_six_houses_with_four_seeds() {
        let rules = kalah(6, 4, false);
        for (depth, leaves) in (1..).zip([6, 35, 185, 942, 4_690, 23_233, 114_430]) {
            assert_eq!(perft(&rules, &rules.start(), depth), leaves, "depth {depth}");
        }
    }

    #[test]
    fn perft_with_empty_capture() {
        let rules = kalah(6, 4, true);
        for (depth, leaves) in (1..).zip([6, 35, 185, 942, 4_685, 23_169, 113_959]) {
            assert_eq!(perft(&rules, &rules.start(), depth), leaves, "depth {depth}");
        }
    }

    #[test]
    fn margins_of_small_games() {
        for (houses, seeds, empty_capture, margin) in [
            (2, 2, false, -2),
            (3, 2, false, 4),
            (3, 3, false, 2),
            (4, 2, false, 6),
            (3, 3, true, 2),
            (4, 2, true, 6),
        ] {
            let rules = kalah(houses, seeds, empty_capture);
            let found = perfect_margin(&rules, &rules.start(), &mut HashMap::new());
            assert_eq!(found, margin, "{rules:?}");
        }
    }

    #[test]
    fn texts_return_unchanged() {
        let rules = kalah(6, 4, false);
        assert_eq!(rules.text(&rules.start()), "4,4,4,4,4,4:0 4,4,4,4,4,4:0 1");
        for text in ["4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "0,0,12,1,0,3:10 4,0,2,3,4,4:5 2"] {
            assert_eq!(rules.text(&rules.read(text).unwrap()), text);
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        let rules = kalah(2, 2, false);
        assert!(rules.read("2,2:0 2,2:0 1").is_some());
        for text in [
            "",
            "2,2:0 2,2:0",
            "2,2:0 2,2:0 3",
            "2,2,2:0 2,2:0 1",
            "2,2:0 2:0 1",
            "2,2 2,2:0 1",
            "2,:0 2,2:0 1",
            "2,02:0 2,2:0 1",
            "2,+2:0 2,2:0 1",
            "2,-2:0 2,2:0 1",
            "2,2:0  2,2:0 1",
            "2,2:0 2,2:0 1 ",
            "4294967295,2:0 2,2:0 1",
        ] {
            assert_eq!(rules.read(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_last_seed_in_the_own_store_moves_again() {
        let rules = kalah(6, 4, false);
        assert_eq!(after(&rules, "4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "3"), "4,4,0,5,5,5:1 4,4,4,4,4,4:0 1");
        assert_eq!(after(&rules, "4,4,4,4,4,4:0 4,4,4,4,4,4:0 2", "3"), "4,4,4,4,4,4:0 4,4,0,5,5,5:1 2");
        assert_eq!(after(&rules, "4,4,4,4,4,4:0 4,4,4,4,4,4:0 1", "4"), "4,4,4,0,5,5:1 5,4,4,4,4,4:0 2");
    }

    #[test]
    fn a_capture_takes_the_last_seed_and_the_opposite_house() {
        let rules = kalah(3, 3, false);
        assert_eq!(after(&rules, "1,0,1:0 2,5,2:0 1", "1"), "0,0,1:6 2,0,2:0 2");
        assert_eq!(after(&rules, "4,3,2:0 1,0,1:0 2", "1"), "4,0,2:0 0,0,1:4 1");
        // The opponent's empty house captures nothing.
        assert_eq!(after(&rules, "1,0,2:0 2,0,2:0 1", "3"), "1,0,0:1 3,0,2:0 2");
        assert_eq!(after(&rules, "1,0,3:0 2,0,2:0 1", "3"), "1,0,0:1 3,1,2:0 2");
    }

    #[test]
    fn the_opposite_house_may_be_empty() {
        let text = "1,0,1:0 2,0,2:0 1";
        assert_eq!(after(&kalah(3, 3, false), text, "1"), "0,1,1:0 2,0,2:0 2");
        assert_eq!(after(&kalah(3, 3, true), text, "1"), "0,0,1:1 2,0,2:0 2");
    }

    #[test]
    fn a_long_sowing_skips_the_opponent_store() {
        let rules = kalah(2, 2, false);
        // Six seeds from the second house: store, two opponent houses, two own houses, store.
        assert_eq!(after(&rules, "1,6:0 1,1:7 1", "2"), "2,1:2 2,2:7 1");
        // A full lap of five seeds ends in the house it left, which was empty by then, and captures.
        assert_eq!(after(&rules, "1,5:0 1,1:0 1", "2"), "2,0:4 0,2:0 2");
    }

    #[test]
    fn the_game_ends_when_either_side_is_bare() {
        let rules = kalah(3, 3, false);
        // The mover runs dry: the opponent keeps its seeds.
        assert_eq!(after(&rules, "0,0,1:5 2,0,1:9 1", "3"), "0,0,0:6 0,0,0:12 1");
        assert_eq!(after(&rules, "0,0,2:5 2,0,1:9 1", "3"), "0,0,0:6 0,0,0:13 2");
        // A capture empties the opponent: the mover keeps its seeds.
        assert_eq!(after(&rules, "1,0,4:5 0,2,0:6 1", "1"), "0,0,0:12 0,0,0:6 2");
        for text in ["0,0,0:6 0,0,0:12 1", "0,0,0:6 1,0,0:12 2", "0,2,0:6 0,0,0:12 1"] {
            assert!(rules.moves(&rules.read(text).unwrap()).is_empty(), "{text}");
        }
    }
}
