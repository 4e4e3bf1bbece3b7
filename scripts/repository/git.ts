/** Git at the command line. */
import { execFileSync } from 'node:child_process';

/**
 * What a command of git prints, without the line end.
 * @param folder inside the repository
 * @throws Error with what git says where the command fails
 */
export function git(folder: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}

/** The lines that a command of git prints; none where it prints nothing. */
export function gitLines(folder: string, ...words: string[]): string[] {
  const text = git(folder, ...words);
  return text === '' ? [] : text.split('\n');
}

/** What a command of git prints, or null where it fails. */
export function gitIfPossible(folder: string, ...words: string[]): string | null {
  try {
    return git(folder, ...words);
  } catch {
    return null;
  }
}
