// What the server answers, under the names that the page uses. `api-types.ts` is made from docs/openapi.json, which is
// made from the program's own types: nothing here says anything of its own.

import type { components } from './api-types';

type Schemas = components['schemas'];

/** A board to draw. */
export type BoardData = Schemas['Board'];
export type Square = Schemas['Square'];
export type PieceOn = Schemas['PieceOn'];
export type Click = Schemas['Click'];
/** A move as people read it. */
export type DisplayMove = Schemas['DisplayMove'];
export type LegalMove = Schemas['LegalMove'];
export type Marked = Schemas['Marked'];
export type Ending = Schemas['Ending'];
/** Where in a game a question stands. */
export type GamePosition = Schemas['GamePosition'];
export type GameState = Schemas['StateAnswer'];
export type OptionAbout = Schemas['OptionDescription'];
export type GameAbout = Schemas['GameDescription'];
export type Variant = Schemas['Variant'];
export type ListedGame = Schemas['ListedGame'];
export type Catalogue = Schemas['Catalogue'];
/** A value: proven in so many plies, or in points. */
export type Value = Schemas['Value'];
export type EngineMove = Schemas['MoveAnswer'];
export type Line = Schemas['AnalysedLine'];
/** What an iteration found; values are for the side to move. */
export type Iteration = Schemas['Iteration'];
export type Hint = Schemas['HintAnswer'];
export type Term = Schemas['TermAnswer'];
export type Terms = Schemas['TermsAnswer'];
/** What a learnt evaluation loses without the piece on a cell. */
export type PieceValue = Schemas['PieceValue'];
export type GraphPoint = Schemas['GraphPoint'];
export type TurningPoint = Schemas['TurningPoint'];
export type GraphEnd = Schemas['GraphEnd'];
/** What book and endgame database know of a position. */
export type Knowledge = Schemas['KnowledgeAnswer'];
export type RecordRead = Schemas['RecordAnswer'];
export type Palette = Schemas['Palette'];
export type SetupPosition = Schemas['SetupAnswer'];
/** What to put on a cell: a piece, counters, or nothing. */
export type Edit = Schemas['Edit'];
export type TreeWindow = Schemas['TreeWindow'];
export type TreeNode = Schemas['TreeNode'];
export type TreeMethod = Schemas['TreeMethod'];
export type SearchTree = Schemas['SearchTree'];
export type LabPlan = Schemas['LabPlan'];
export type LabRow = Schemas['LabRow'];
export type Saving = Schemas['Saving'];
export type LabSavings = Schemas['LabSavings'];
export type LabEnd = Schemas['LabEnd'];
export type Problem = Schemas['ProblemAnswer'];
export type Phase = Schemas['Phase'];
export type Format = Schemas['Format'];
export type ListedTournament = Schemas['ListedTournament'];
export type TournamentList = Schemas['TournamentList'];
export type TournamentPhase = Schemas['ControlAnswer'];
export type TournamentAction = Schemas['Action'];
export type TournamentEnd = Schemas['Over'];
export type Standing = Schemas['Standing'];
export type Estimate = Schemas['Estimate'];
export type TestReport = Schemas['TestReport'];
/** How a tournament stands; `sides` as the page calls them, `letters` as the game does. */
export type Account = Schemas['Account'] & { letters: string[] };
/** A board on which a game of a tournament is being played. */
export type LiveTable = Schemas['LiveTable'];
export type Boards = Schemas['Boards'];
export type PlayedGame = Schemas['PlayedGame'];
/** A tournament to start, and a player in it. */
export type StartRequest = Schemas['StartRequest'];
export type PageAgent = Schemas['PageAgent'];
export type PlayedGames = Schemas['PlayedGames'];
/** A machine of matchboxes as the page keeps it, and what has become of it. */
export type MachineState = Schemas['MachineState'];
export type MachineAnswer = Schemas['MachineAnswer'];
export type MachineRival = Schemas['MachineRival'];
export type BoxContent = Schemas['BoxContent'];
export type BoxBoard = Schemas['BoxBoard'];
/** A series of games by which Samuel's program learns. */
export type SeriesState = Schemas['SeriesState'];
export type SeriesAnswer = Schemas['SeriesAnswer'];
export type SeriesTerm = Schemas['SeriesTerm'];
/** What is wrong with the text of a rules file. */
export type RulesFault = Schemas['RulesFault'];
export type RulesFiles = Schemas['RulesFilesAnswer'];
export type GalleryFile = Schemas['GalleryFile'];
export type FolderFile = Schemas['FolderFile'];
export type PerftDepth = Schemas['PerftDepth'];
export type PerftEnd = Schemas['PerftEnd'];
export type BalanceReport = Schemas['BalanceReport'];
export type Extent = Schemas['Extent'];
