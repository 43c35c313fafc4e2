// Which story somebody is reading, and where. The stories themselves are loaded when one is begun.

import { words } from '../api';
import { recall, remember } from '../stored';

export const STORIES = [
  { name: 'hexapawn', title: 'Hexapawn', about: 'Watch minimax solve a whole game.' },
  { name: 'tictactoe', title: 'Tic-tac-toe', about: 'See what alpha-beta saves, and why.' },
  { name: 'baroque', title: 'Baroque chess', about: 'Meet the strange pieces, one by one.' },
] as const;

export type StoryName = (typeof STORIES)[number]['name'];

interface Mark {
  story: StoryName;
  chapter: number;
}

const isMark = (value: unknown): value is Mark | null =>
  value === null || (typeof value === 'object' && 'chapter' in value && 'story' in value
    && STORIES.some((one) => one.name === value.story) && Number.isInteger(value.chapter));

class Guide {
  story = $state<StoryName | null>(null);
  chapter = $state(0);
  trouble = $state('');

  constructor() {
    const mark = recall<Mark | null>('story', null, isMark);
    if (mark) [this.story, this.chapter] = [mark.story, mark.chapter];
  }

  /** Opens a story at its first chapter. */
  async begin(story: StoryName): Promise<void> {
    await this.turn(story, 0);
  }

  /** Opens a chapter: what it speaks of is shown below it. */
  async turn(story: StoryName, chapter: number): Promise<void> {
    try {
      const { show } = await import('./stories');
      [this.story, this.chapter, this.trouble] = [story, chapter, ''];
      remember('story', { story, chapter });
      show(story, chapter);
    } catch (error) {
      this.trouble = words(error);
    }
  }

  leave(): void {
    this.story = null;
    remember('story', null);
  }
}

export const guide = new Guide();
