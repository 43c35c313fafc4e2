// The stories: a few chapters each, with something to look at or to try in every one.

import { prepare } from '../play/match.svelte';
import { address, router } from '../route.svelte';
import { arrange, type TreeSettings } from '../see/sight.svelte';
import type { GamePosition } from '../types';
import { STORIES, type StoryName } from './guide.svelte';

export interface Chapter {
  title: string;
  /** Paragraphs in the little Markdown of the rules. */
  text: string[];
  place: GamePosition;
  show: { view: 'play'; seats: string[] } | { view: 'tree'; settings: Partial<TreeSettings>; step?: number };
}

const at = (game: string, position?: string): GamePosition => ({ game, moves: [], ...(position === undefined ? {} : { position }) });
const tree = (settings: Partial<TreeSettings>, step?: number): Chapter['show'] => ({ view: 'tree', settings, ...(step === undefined ? {} : { step }) });
const play = (...seats: string[]): Chapter['show'] => ({ view: 'play', seats });
const BOTH = play('person', 'person');

const HEXAPAWN: Chapter[] = [
  {
    title: 'Three pawns against three', place: at('hexapawn'), show: play('person', 'level:5'),
    text: [
      'Pawns step straight ahead onto an empty square, or take diagonally. Who reaches the other side wins, and so does who leaves the other without a move.',
      'Play a game as White: pick a pawn, then one of the marked squares. Then go on: who should win this?',
    ],
  },
  {
    title: 'Two moves ahead', place: at('hexapawn'), show: tree({ depth: 2, method: 'minimax' }),
    text: [
      'The triangle at the top is the position on the board. Below it stands every move of White, and below those every answer of Black. White wants the largest value (**MAX**), Black the smallest (**MIN**).',
      'At the bottom nobody looks further: an evaluation guesses. Pick a node to read its value; tick *boards* to see the positions.',
    ],
  },
  {
    title: 'How the values come up', place: at('hexapawn'), show: tree({ depth: 2, method: 'minimax' }, 0),
    text: [
      'Press **▶** step by step, or **▶▶** to let it run. The search goes down to a leaf, takes its value back up, and tries the next move.',
      'A MIN node keeps the smallest of its values, a MAX node the largest. That is all of minimax.',
    ],
  },
  {
    title: 'To the end of the game', place: at('hexapawn'), show: tree({ depth: 9, method: 'minimax' }),
    text: [
      'Deep enough, there is nothing left to guess: every line ends in a won game. The value above the tree is now a proof, and the moves below it are the best play of both sides. Press *All* to see the whole tree.',
      'White loses, whatever White does: the second player wins hexapawn within six plies.',
    ],
  },
  {
    title: 'The same with less work', place: at('hexapawn'), show: tree({ depth: 9, compare: true }),
    text: [
      'Alpha-beta finds the same value and looks at far fewer positions: compare the two counts. It skips what cannot matter any more.',
      'The story of tic-tac-toe shows how it knows.',
    ],
  },
  {
    title: 'Now you know who wins', place: at('hexapawn'), show: play('level:10', 'person'),
    text: ['You are Black against the strongest level. It is lost for White from the start. Take the win, and ask for a *Hint* where you need one.'],
  },
];

const TICTACTOE: Chapter[] = [
  {
    title: 'A small game with a large tree', place: at('tictactoe'), show: play('person', 'level:10'),
    text: [
      'Three in a row wins. Nine squares, and yet more than half a million positions are entered by somebody who tries everything to the end.',
      'Try to beat the strongest level: with best play it is a draw.',
    ],
  },
  {
    title: 'Minimax beside alpha-beta', place: at('tictactoe'), show: tree({ depth: 2, compare: true }),
    text: [
      'The same position, two plies deep, searched twice. Both find the same value. Read the counts above the trees: alpha-beta entered fewer positions.',
      'A dashed line in the right tree says how many moves were cut there: they were never tried.',
    ],
  },
  {
    title: 'Why a branch can be cut', place: at('tictactoe'), show: tree({ depth: 2, method: 'alphabeta' }, 0),
    text: [
      '*Alpha* is what MAX has for sure, *beta* what MIN has for sure. When they meet, the rest below cannot change anything.',
      'Press **Next cut** and read: MIN has found an answer that makes the move worse than one MAX already has. Why look at more answers?',
    ],
  },
  {
    title: 'Deeper: the savings grow', place: at('tictactoe'), show: tree({ depth: 5, compare: true }),
    text: ['Five plies. With every ply minimax multiplies its work by all moves, alpha-beta in the best case only by about the square root of that.'],
  },
  {
    title: 'The whole game', place: at('tictactoe'), show: tree({ depth: 9, compare: true }),
    text: [
      'All nine plies: the exact value of tic-tac-toe is 0, a draw. Compare the counts once more, and read how many per cent were saved.',
      'Only a part of the trees is drawn; double-click folds what you have seen.',
    ],
  },
  {
    title: 'And with a memory', place: at('tictactoe'), show: tree({ depth: 9, method: 'engine' }),
    text: [
      'The whole engine also remembers positions in a table: many orders of moves lead to the same board. Nodes that say *table* took their value from there.',
      'The *Lab* measures what each technique is worth, in any game.',
    ],
  },
];

const BAROQUE: Chapter[] = [
  {
    title: 'A chess with strange pieces', place: at('baroque'), show: BOTH,
    text: [
      'Here pieces differ not by how they move, but by **how they take**. Pincers move like rooks, the king like a king, all others like queens.',
      'Click any piece: its rule appears under the board. You move both sides in this story.',
    ],
  },
  {
    title: 'The pincer takes between two', place: at('baroque', '4k3/8/8/8/3Pp3/8/8/5P1K w'), show: BOTH,
    text: ['Move the pincer from **f1** to **f4**: the black pincer on e4 then stands between two of yours, and is gone.'],
  },
  {
    title: 'The withdrawer takes by leaving', place: at('baroque', '4k3/8/8/8/3Wp3/8/8/7K w'), show: BOTH,
    text: ['The withdrawer on d4 stands beside an enemy. Move it straight away, from **d4** to **c4** or further: what it turned its back on is gone.'],
  },
  {
    title: 'The leaper jumps', place: at('baroque', '4k3/8/8/8/L1p5/8/8/7K w'), show: BOTH,
    text: ['The leaper takes what it jumps over: from **a4** to **d4**, across the pincer on c4.'],
  },
  {
    title: 'The freezer holds everybody', place: at('baroque', '4k3/8/8/3f4/3P4/8/8/L6K w'), show: BOTH,
    text: ['The black freezer on d5 takes nothing, but whatever stands beside it cannot move. Try to pick up the pincer on **d4**: it is frozen. The leaper on **a1** is free.'],
  },
  {
    title: 'The coordinator and its king', place: at('baroque', '4k3/8/8/7p/8/2C5/8/7K w'), show: BOTH,
    text: ['Draw the row and the column of the coordinator, and those of its king; where they cross, enemies vanish. Move it from **c3** to **c5**: its row and the king’s column cross on h5.'],
  },
  {
    title: 'The imitator does as its victim does', place: at('baroque', '4k3/8/8/8/I1l5/8/8/7K w'), show: BOTH,
    text: ['The imitator takes a leaper by leaping, a withdrawer by withdrawing, a pincer by pinching. From **a4** leap to **d4**, over the leaper on c4.'],
  },
  {
    title: 'The king in danger', place: at('baroque', '4k3/8/8/8/8/8/4w3/4K3 w'), show: BOTH,
    text: ['The black withdrawer could step away from your king and take it: the king is marked. Kings take as in chess: step onto **e2**.'],
  },
  {
    title: 'All together', place: at('baroque'), show: play('person', 'level:2'),
    text: ['A whole game, you are White against an easy level. Whoever takes the enemy’s king wins; *Rules* has every detail.'],
  },
];

const ALL: Record<StoryName, Chapter[]> = { hexapawn: HEXAPAWN, tictactoe: TICTACTOE, baroque: BAROQUE };

/** The chapters of a story. */
export const chapters = (story: StoryName): readonly Chapter[] => ALL[story];

/** The title of a story. */
export const titleOf = (story: StoryName) => STORIES.find((one) => one.name === story)?.title ?? story;

/** The address of a chapter's view. */
export const addressOf = (chapter: Chapter) => address(chapter.show.view, chapter.place);

/** Shows what a chapter speaks of. */
export function show(story: StoryName, number: number): void {
  const chapter = ALL[story][number];
  if (!chapter) return;
  if (chapter.show.view === 'play') prepare(chapter.place, chapter.show.seats, null);
  else arrange(chapter.place, chapter.show.settings, chapter.show.step ?? null);
  router.open(addressOf(chapter));
}
