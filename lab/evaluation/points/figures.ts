/** The file of figures, which a run goes on with where it stopped. */
import { existsSync, readFileSync } from 'node:fs';
import type { Row } from './table.ts';

export interface Figures {
  /** How many composites were made. */
  readonly composites: number;
  /** Names and words of those that threw. */
  readonly failed: readonly string[];
  readonly pictures: readonly Row[];
}

/** What an earlier run wrote; nothing where there was none. */
export function figuresIn(file: string): Figures {
  if (!existsSync(file)) return { composites: 0, failed: [], pictures: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as Figures;
}

/** The figures with those of one more composite. @param asked words where it threw, null where nothing large is wrong */
export function withPicture(figures: Figures, name: string, asked: Row | string | null): Figures {
  const { composites, failed, pictures } = figures;
  return {
    composites: composites + 1,
    failed: typeof asked === 'string' ? [...failed, `${name}: ${asked}`] : failed,
    pictures: typeof asked === 'string' || !asked ? pictures : [...pictures, asked],
  };
}
