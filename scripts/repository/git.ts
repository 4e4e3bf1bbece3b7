/** Git at the command line. */
import { execFileSync } from 'node:child_process';

/**
 * What a command of git prints, without the line end.
 * @param folder inside the repository
 * @throws Error with git's message where the command fails
 */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}

/** The lines that a command of git prints; none where it prints nothing. */
export function gitLines(folder: string, ...args: string[]): string[] {
  const text = git(folder, ...args);
  return text === '' ? [] : text.split('\n');
}

/** What a command of git prints, or null where it fails. */
export function gitIfPossible(folder: string, ...args: string[]): string | null {
  try {
    return git(folder, ...args);
  } catch {
    return null;
  }
}
