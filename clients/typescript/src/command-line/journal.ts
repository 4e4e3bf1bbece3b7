/**
 * What was begun, under which name, and what is done: one line of JSON for each, written before what it is about. After an
 * end by force the same pictures are asked for under the same names, so that none is paid twice.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';

/** The service remembers a paid call for 24 hours; what is nearly as old is begun anew. */
const rememberedMs = 23.5 * 60 * 60 * 1000;

interface Line {
  readonly at: string;
  /** Relative to the journal's folder. */
  readonly picture: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly state: 'begun' | 'done';
}

/** What a journal says, for whoever only asks: nothing is written, and it may be another process's. */
export function readJournal(file: string): Pick<Journal, 'isDone'> {
  const lines = linesOf(readIfThere(file));
  return { isDone: (picture, fingerprint) => lines.get(keyOf(called(file, picture), fingerprint))?.state === 'done' };
}

/** The journal of a folder of results, for one process at a time. */
export class Journal {
  readonly #file: string;
  readonly #handle: FileHandle;
  /** The last of each picture and request. */
  readonly #lines: Map<string, Line>;

  private constructor(file: string, handle: FileHandle, lines: Map<string, Line>) {
    this.#file = file;
    this.#handle = handle;
    this.#lines = lines;
  }

  /** Opens a journal, or begins it. @throws Error where another process works with it */
  static async open(file: string): Promise<Journal> {
    mkdirSync(path.dirname(file), { recursive: true });
    takeLock(lockOf(file));
    const text = readIfThere(file);
    const handle = await open(file, 'a', 0o600);
    // A line that an end by force has cut is closed, and read as none.
    if (text !== '' && !text.endsWith('\n')) await handle.appendFile('\n');
    return new Journal(file, handle, linesOf(text));
  }

  /** Whether that picture is done: with these options, as its file is now. */
  isDone(picture: string, fingerprint: string): boolean {
    return this.#lines.get(keyOf(this.#called(picture), fingerprint))?.state === 'done';
  }

  /**
   * Says that a picture is begun.
   * @param anew pays again, also for what was begun or done before
   * @returns the `Idempotency-Key` of its call
   */
  async begin(picture: string, fingerprint: string, anew: boolean): Promise<string> {
    const before = this.#lines.get(keyOf(this.#called(picture), fingerprint));
    if (before && !anew && Date.now() - Date.parse(before.at) < rememberedMs) return before.name;
    const name = randomUUID();
    await this.#write({ at: now(), picture: this.#called(picture), fingerprint, name, state: 'begun' });
    return name;
  }

  /** Says that the results of a picture are written. */
  async done(picture: string, fingerprint: string): Promise<void> {
    const line = this.#lines.get(keyOf(this.#called(picture), fingerprint));
    if (line) await this.#write({ ...line, state: 'done' });
  }

  async close(): Promise<void> {
    await this.#handle.close();
    rmSync(lockOf(this.#file), { force: true });
  }

  async #write(line: Line): Promise<void> {
    this.#lines.set(keyOf(line.picture, line.fingerprint), line);
    await this.#handle.appendFile(`${JSON.stringify(line)}\n`);
    await this.#handle.datasync();
  }

  #called(picture: string): string {
    return called(this.#file, picture);
  }
}

/** What a call asks for: the same operation, options and file are one and the same request. */
export function fingerprintOf(operation: string, options: Readonly<Record<string, string>>, file: Uint8Array): string {
  const asked = JSON.stringify([operation, Object.entries(options).sort()]);
  return createHash('sha256').update(asked).update('\0').update(file).digest('hex');
}

function linesOf(text: string): Map<string, Line> {
  const lines = text.split('\n').flatMap((line): Line[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  return new Map(lines.map((line) => [keyOf(line.picture, line.fingerprint), line]));
}

/** One journal may know of a picture's cutout and of its matte. */
function keyOf(picture: string, fingerprint: string): string {
  return `${fingerprint} ${picture}`;
}

/** A picture as the journal names it: from the folder in which the journal lies. */
function called(journal: string, picture: string): string {
  return path.relative(path.dirname(path.resolve(journal)), path.resolve(picture));
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function lockOf(file: string): string {
  return `${file}.lock`;
}

/** A lock whose process has ended is nobody's. */
function takeLock(lock: string): void {
  for (let tries = 0; ; tries++) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch (cause) {
      const owner = Number(readIfThere(lock));
      if (tries > 0 || lives(owner))
        throw new Error(`Process ${owner} works with the same journal: ${lock}`, { cause });
      rmSync(lock, { force: true });
    }
  }
}

function lives(process_: number): boolean {
  try {
    return process_ > 0 && process.kill(process_, 0);
  } catch {
    return false;
  }
}

function now(): string {
  return new Date().toISOString();
}
