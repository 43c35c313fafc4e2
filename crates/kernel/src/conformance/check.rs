//! The checks by name.

macro_rules! checks {
    ($($name:ident: $rule:literal,)*) => {
        /// One thing that every game must keep.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Check {
            $(#[doc = $rule] $name,)*
        }

        impl Check {
            /// Every check.
            pub const ALL: &[Check] = &[$(Check::$name),*];

            /// What must hold, in one sentence.
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self {
                    $(Check::$name => $rule,)*
                }
            }
        }
    };
}

checks! {
    Panics: "Nothing panics in a position that the rules lead to.",
    Turn: "The turn names a player of the game, or chance.",
    Alternates: "Where the players are said to move in turn, every move hands the turn over.",
    UniqueMoves: "No move is listed twice.",
    OrderedMoves: "The moves are appended, in an order that depends on the position alone.",
    Count: "The count is the number of listed moves.",
    Clone: "Playing in a copy leaves the original as it was.",
    Null: "A null move hands the turn over and leads to another position.",
    Resets: "No earlier position comes back after a move that resets.",
    ForgottenResets: "Where positions come back and pieces do not, a move that takes one off the board resets.",
    Outcome: "An outcome fits the number of players, is zero-sum for two, and the verdict repeats it.",
    PathOutcome: "The outcome with the path agrees with the outcome without it.",
    Length: "A game ends within the declared number of plies.",
    TextForm: "A position text is one line of words with single spaces, and the word `moves` is not among them.",
    TextReadsBack: "A position text reads back as an equal position.",
    EqualKeys: "Equal positions have equal keys.",
    DistinctKeys: "Different positions have different keys.",
    TextWithCounts: "A position text with counts reads back, counts included.",
    MoveTextForm: "A move text is not empty and has no spaces.",
    UniqueMoveTexts: "No two moves of a position have the same text.",
    MoveTextReadsBack: "A move text reads back as the move.",
    LegalReading: "Whatever text is read as a move, the move is legal.",
    PlayerNames: "There is a different name for every player.",
    DiagramForm: "A diagram has the cells of its shape, no name twice, and pieces of the players only.",
    DiagramTells: "Positions with different texts and the same turn look different.",
    SetUp: "A board that is set up again is the same position.",
    SetUpPieces: "Every piece of a board that can be set up is among the pieces for that.",
    ClickForm: "A click path is not empty, its cells are in the diagram and its choices have labels.",
    UniqueClicks: "No click path is the beginning of another, or equal to it.",
    Marks: "The marks of a move are on cells of the diagram before or after it, in their order.",
    Deciding: "The deciding cells are in the diagram, each once and in order, and a tally has a number for each player.",
    Identity: "Symmetry 0 changes nothing.",
    Image: "The image of a position has the same turn, verdict and number of moves, and its text reads back.",
    ImageMove: "Playing the image of a move leads to the image of where the move leads.",
    Orbit: "The images of an image are the images of the position.",
    Swap: "Exchanging the players hands the turn over, and doing it twice changes nothing.",
    SwapOutcome: "Exchanging the players exchanges the verdict.",
    SwapMoves: "Exchanging the players and moving lead to the same positions in either order.",
    EvaluatorNames: "Every evaluator is found by its name, names differ, and one of several is called `basic`.",
    EvaluationUndecided: "An evaluation is no proven win or loss.",
    EvaluationSum: "An evaluation is the sum of its terms.",
    Accumulator: "A accumulator kept along the path evaluates like a fresh one.",
    EvaluationSign: "Who moves to where an evaluator says it is good does no worse than who avoids that, on either side.",
    PlaneLayout: "The layout of planes is sound: at most 64 cells and 32 planes, named, with maps that can be undone.",
    PlaneCells: "Planes hold squares of the board only, and no square is on two of them.",
    PlanesTurned: "The second player's planes are the first player's, exchanged and turned as the layout says.",
    PlanesTell: "Where planes are the whole position, different positions with the same turn have different planes.",
    PlanesShown: "The cells on planes are those where the diagram shows something.",
    PlaneImages: "A symmetry of the layout gives an image of the position.",
    PlanesSwapped: "With the players exchanged, the other sees the same planes, but for a symmetry, and the same phase.",
    Phase: "A phase is below the number of phases.",
    Info: "A game has a plain name, a title, a summary and rules.",
    Examples: "The first example is the plain name, and all examples open the game.",
    OptionsReadBack: "The options text opens the same game.",
    UnknownOptions: "An unknown option is refused.",
    ChanceMoves: "At a chance node the weighted moves are the listed ones, in the same order.",
    ChanceWeights: "The weights at a chance node are positive and sum to one.",
    ChanceMet: "A game of chance meets chance.",
    Slices: "The slices are listed once each, in rising order, and positions are in listed slices.",
    SliceOrder: "Play leads to the same slice, an earlier one, or out of the numbering to a finished game.",
    RankInSlice: "A position's number is below the size of its slice and is no hole.",
    UnrankRank: "The position with a position's number is an image of it.",
    RankUnrank: "The position with a number has that number and slice.",
    Unmoves: "Taking moves back is the exact inverse of playing them.",
}
