/** What part of src a file is of. */

/**
 * The room of a file: `src/pages/site`, or its floor alone where it is loose there, as `src/edge`. Null for what is not in src, or loose in it.
 * @param file path from the repository's root
 */
export function roomOf(file: string): string | null {
  return /^(src\/[^/]+(?:\/[^/]+(?=\/))?)\//.exec(file)?.[1] ?? null;
}
