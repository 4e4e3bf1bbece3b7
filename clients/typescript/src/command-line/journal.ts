/**
 * Pictures that were begun, under which name, and that are done: one line of JSON for each, written before the event. After
 * a kill the same pictures are sent under the same names, so that none is paid twice.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, FileError, writing } from './file-error.ts';

/** The service remembers a paid call for 24 hours; a call nearly as old is begun anew. */
const rememberedMs = 23.5 * 60 * 60 * 1000;

type Options = Readonly<Record<string, string>>;

interface Line {
  readonly at: string;
  /** Relative to the journal's folder. */
  readonly picture: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly state: 'begun' | 'done';
}

/** What a journal knows of a request. */
export interface Known {
  readonly isDone: boolean;
  /** Whether it is sent under a name that it had before, and may be paid already. */
  readonly keepsName: boolean;
}

/** A journal that is only read, and may be another process's. */
export interface ReadJournal {
  /** @param asked only called where the picture is known */
  about(picture: string, asked: () => Fingerprints): Known;
}

/** @throws FileError where the journal is there and cannot be read */
export function readJournal(file: string): ReadJournal {
  const lines = linesOf(readIfThere(file));
  const pictures = new Set([...lines.values()].map(({ picture }) => picture));
  return {
    about(picture, asked) {
      const name = called(file, picture);
      if (!pictures.has(name)) return { isDone: false, keepsName: false };
      const { whole, unedited } = asked();
      const line = lines.get(keyOf(name, whole));
      const named = [line, lines.get(keyOf(name, unedited))].some((each) => each && isRemembered(each));
      return { isDone: line?.state === 'done', keepsName: named };
    },
  };
}

/** The journal of a folder of results, for one process at a time. */
export class Journal {
  readonly #file: string;
  readonly #handle: FileHandle;
  /** The last of each picture and request. */
  readonly #lines: Map<string, Line>;
  /** Whether the file may end within a line. */
  #isCut: boolean;

  private constructor(file: string, handle: FileHandle, text: string) {
    this.#file = file;
    this.#handle = handle;
    this.#lines = linesOf(text);
    this.#isCut = text !== '' && !text.endsWith('\n');
  }

  /**
   * Opens a journal, or begins it.
   * @throws FileError where it cannot be read or written; Error where another process works with it
   */
  static async open(file: string): Promise<Journal> {
    await writing(file, async () => mkdirSync(path.dirname(file), { recursive: true }));
    takeLock(lockOf(file));
    try {
      const text = readIfThere(file);
      return new Journal(file, await writing(file, () => open(file, 'a', 0o600)), text);
    } catch (failure) {
      rmSync(lockOf(file), { force: true });
      throw failure;
    }
  }

  /** Whether that picture is done: with these options, as its file is now. */
  isDone(picture: string, fingerprint: string): boolean {
    return this.#lines.get(keyOf(this.#called(picture), fingerprint))?.state === 'done';
  }

  /**
   * Says that a picture is begun. A call with points or `holes` has the name of the one without, which it edits.
   * @param anew pays again, also for pictures that were begun or done before
   * @returns the `Idempotency-Key` of its call
   * @throws FileError where that cannot be written down
   */
  async begin(picture: string, { whole, unedited }: Fingerprints, anew: boolean): Promise<string> {
    const called = this.#called(picture);
    const lineOf = (fingerprint: string) => this.#lines.get(keyOf(called, fingerprint));
    const before = [lineOf(whole), lineOf(unedited)].find((line) => line && !anew && isRemembered(line));
    if (before?.fingerprint === whole) return before.name;
    const { at, name } = before ?? { at: now(), name: randomUUID() };
    // That the result without points is there is still true.
    const state = lineOf(unedited)?.state ?? 'begun';
    if (!before && unedited !== whole) await this.#write({ at, picture: called, fingerprint: unedited, name, state });
    await this.#write({ at, picture: called, fingerprint: whole, name, state: 'begun' });
    return name;
  }

  /** Says that the results of a picture are written. @throws FileError where that cannot be written down */
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
    // What an end by force, or a full disk, has cut is closed, and read as none.
    const text = `${this.#isCut ? '\n' : ''}${JSON.stringify(line)}\n`;
    this.#isCut = false;
    try {
      await writing(this.#file, async () => {
        await this.#handle.appendFile(text);
        await this.#handle.datasync();
      });
    } catch (failure) {
      this.#isCut = true;
      throw failure;
    }
  }

  #called(picture: string): string {
    return called(this.#file, picture);
  }
}

/** What a call asks for. */
export interface Fingerprints {
  /** The same operation, options and file are one and the same request. */
  readonly whole: string;
  /** The same without points, which edit it. */
  readonly unedited: string;
}

/** The fingerprints of a call. */
export function fingerprintsOf(operation: string, options: Options, file: Uint8Array): Fingerprints {
  const whole = fingerprintOf(operation, options, file);
  const { keep_points: keep, drop_points: drop, holes, ...others } = options;
  const isEdit = [keep, drop, holes].some((value) => value !== undefined);
  return { whole, unedited: isEdit ? fingerprintOf(operation, others, file) : whole };
}

function fingerprintOf(operation: string, options: Options, file: Uint8Array): string {
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

function isRemembered({ at }: Line): boolean {
  return Date.now() - Date.parse(at) < rememberedMs;
}

/** One journal may know of a picture's cutout and of its matte. */
function keyOf(picture: string, fingerprint: string): string {
  return `${fingerprint} ${picture}`;
}

/** A picture as the journal names it: relative to the journal's folder. */
function called(journal: string, picture: string): string {
  return path.relative(path.dirname(path.resolve(journal)), path.resolve(picture));
}

/** @throws FileError for a file that is there and cannot be read */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(failure))) return '';
    throw new FileError('read', file, failure);
  }
}

function lockOf(file: string): string {
  return `${file}.lock`;
}

/** A lock whose process has ended is nobody's. @throws FileError, or Error where another process has it */
function takeLock(lock: string): void {
  for (let tries = 0; ; tries++) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST') throw new FileError('write', lock, cause);
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
  } catch (failure) {
    // Another user's.
    return codeOf(failure) === 'EPERM';
  }
}

function now(): string {
  return new Date().toISOString();
}
