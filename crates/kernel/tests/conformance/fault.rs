//! Everything that can be wrong with a game, each caught by the check that should catch it.

use plybook_kernel::conformance::Check;

macro_rules! faults {
    ($($fault:ident: $check:ident,)*) => {
        /// What is wrong with a copy of the ring.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            /// Nothing.
            None,
            $($fault,)*
        }

        /// Every fault with the check that must catch it.
        pub const FAULTS: &[(Fault, Check)] = &[$((Fault::$fault, Check::$check)),*];
    };
}

faults! {
    ThirdPlayerMoves: Turn,
    MoveListedTwice: UniqueMoves,
    OrderByPath: OrderedMoves,
    OrderByTime: OrderedMoves,
    ListOverwritten: OrderedMoves,
    CountOffByOne: Count,
    CountWrongWhenSetUp: Count,
    CopiesShare: Clone,
    NullKeepsTurn: Null,
    NullKeepsKey: Null,
    PutsReset: Resets,
    ThirdPlayerWins: Outcome,
    VerdictDiffers: Outcome,
    OutcomeTooLarge: Outcome,
    PathOutcomeDiffers: PathOutcome,
    LongestTooSmall: Length,
    TextOfTwoLines: TextForm,
    TextWithMoves: TextForm,
    TextWithTwoSpaces: TextForm,
    TextForgetsTurn: TextReadsBack,
    TextRefused: TextReadsBack,
    TextNotCanonical: TextReadsBack,
    KeyDrifts: EqualKeys,
    KeyForgetsColour: DistinctKeys,
    KeyForgetsRareThing: DistinctKeys,
    CountsForgotten: TextWithCounts,
    CountsRefused: TextWithCounts,
    SpaceInMove: MoveTextForm,
    EmptyMove: MoveTextForm,
    SameMoveText: UniqueMoveTexts,
    FirstMoveRead: MoveTextReadsBack,
    IllegalMoveRead: LegalReading,
    OneName: PlayerNames,
    CellMissing: DiagramForm,
    CellNamedTwice: DiagramForm,
    PieceOfNobody: DiagramForm,
    SceneForgetsCell: DiagramTells,
    SceneForgetsRareThing: DiagramTells,
    ClickOutside: ClickForm,
    NoClick: ClickForm,
    ClickPrefix: UniqueClicks,
    SameClick: UniqueClicks,
    MarksOutside: Marks,
    IdentityTurns: Identity,
    ImageKeepsKey: Image,
    ImageKeepsMove: ImageMove,
    ImageMoveDoesNotCommute: ImageMove,
    NotAGroup: Orbit,
    SwapTurnsBoard: Swap,
    SwapKeepsTurn: Swap,
    UnfairOutcome: SwapOutcome,
    UnfairMoves: SwapMoves,
    SwapMovesStones: SwapMoves,
    EvaluatorUnknown: EvaluatorNames,
    EvaluatorsAlike: EvaluatorNames,
    AnyEvaluatorName: EvaluatorNames,
    EvaluationWins: EvaluationUndecided,
    SumWrong: EvaluationSum,
    MemoDrifts: Accumulator,
    OptionsForgotten: OptionsReadBack,
    UglyName: Info,
    OptionDeclaredTwice: Info,
    NoPlainExample: Examples,
    ExampleUnread: Examples,
    AnyOption: UnknownOptions,
    WeightsReversed: ChanceMoves,
    WeightMissing: ChanceMoves,
    WeightsTooLarge: ChanceWeights,
    WeightNegative: ChanceWeights,
    WeightNotANumber: ChanceWeights,
    SlicesUnsorted: Slices,
    SliceNotListed: Slices,
    SlicesByStones: SliceOrder,
    UnfinishedWithoutNumber: SliceOrder,
    RankTooLarge: RankInSlice,
    PositionIsHole: RankInSlice,
    RankForgetsColour: UnrankRank,
    RankShifted: RankUnrank,
    UnmoveMissing: Unmoves,
    UnmoveTooMany: Unmoves,
    UnmoveTwice: Unmoves,
}
