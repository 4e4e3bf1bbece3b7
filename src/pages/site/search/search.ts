/** The index of the documentation, and what a search finds in it: the same in the browser and where no script runs. */

/** In the order in which they are shown. */
export const entryKinds = ['operation', 'field', 'header', 'error', 'guide'] as const;

/** A place in the documentation. */
export interface IndexEntry {
  readonly kind: (typeof entryKinds)[number];
  /** What it is called: a name, or a heading. */
  readonly title: string;
  /** What it belongs to: an operation, or a page. */
  readonly of: string;
  readonly path: string;
  /** What is said there, without markup. */
  readonly text: string;
}

const mostFound = 24;

/**
 * The entries that have every word of the query, those that are called so first.
 * @param query words with spaces between them; what has none finds nothing
 * @returns at most 24
 */
export function found(entries: readonly IndexEntry[], query: string): readonly IndexEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = entries.flatMap((entry) => {
    const ranks = words.map((word) => rankOf(entry, word));
    const rank = ranks.reduce((sum, each) => sum + each, 0);
    return ranks.includes(0) ? [] : [{ entry, rank }];
  });
  // Sorting keeps the order of what ranks the same.
  return ranked
    .sort((one, other) => other.rank - one.rank)
    .slice(0, mostFound)
    .map(({ entry }) => entry);
}

/** How well a word fits: 0 where the entry does not have it. */
function rankOf({ title, of, text }: IndexEntry, word: string): number {
  const name = title.toLowerCase();
  if (name === word) return 8;
  if (name.startsWith(word)) return 6;
  if (name.includes(word)) return 4;
  if (of.toLowerCase().includes(word)) return 2;
  return text.toLowerCase().includes(word) ? 1 : 0;
}
