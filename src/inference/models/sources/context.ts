/** The input and the result of every source. */
import type { Fingerprint } from '../fingerprint.ts';

export interface FetchContext {
  /** An existing empty folder on the disk of the models; everything written stays in it. */
  readonly workDirectory: string;
  /** What paths of `file` sources are relative to. */
  readonly manifestDirectory: string;
  /** Whose .npmrc counts. */
  readonly projectDirectory: string;
  /** For the settings of npm and pip. */
  readonly environment: NodeJS.ProcessEnv;
  /** Longest wait between two bytes. */
  readonly silenceMs?: number;
  readonly onBytes: (doneBytes: number, totalBytes: number) => void;
}

/** What a source hands over: a file in the work folder. */
export interface Fetched extends Fingerprint {
  readonly file: string;
}
