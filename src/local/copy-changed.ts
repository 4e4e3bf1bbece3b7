/** Folders copied twice: whole while their files are being written, then what changed since, so that the second copy is quick. */
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Clocks of file systems tick in steps: what was written so shortly before it was copied is copied again. */
const doubtMs = 2000;

/** Copies of the files of a folder. */
export class ChangingCopy {
  readonly #from: string;
  readonly #to: string;
  readonly #isMeant: (file: string) => boolean;
  /** What was copied, by its path: its size, its time, and when. */
  readonly #copied = new Map<string, { size: number; modifiedMs: number; copiedMs: number }>();

  /** @param isMeant whether a file is copied, by its path from the folder */
  constructor(from: string, to: string, isMeant: (file: string) => boolean) {
    this.#from = from;
    this.#to = to;
    this.#isMeant = isMeant;
  }

  /** Copies what is new or has changed, and removes copies of what is gone. A file that goes away meanwhile is gone. */
  copy(): void {
    const files = new Set(this.#files());
    for (const file of files) this.#copyFile(file);
    for (const file of this.#copied.keys()) if (!files.has(file)) this.#forget(file);
  }

  /** Paths of all that is copied, from the folder, in order. */
  get files(): string[] {
    return [...this.#copied.keys()].sort();
  }

  #files(): string[] {
    const entries = readdirSync(this.#from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries
      .map(({ parentPath, name }) => path.relative(this.#from, path.join(parentPath, name)))
      .filter(this.#isMeant);
  }

  #copyFile(file: string): void {
    const source = path.join(this.#from, file);
    const found = statSync(source, { throwIfNoEntry: false });
    if (!found) return this.#forget(file);
    const { size, mtimeMs: modifiedMs } = found;
    const before = this.#copied.get(file);
    const isSame = before?.size === size && before.modifiedMs === modifiedMs;
    if (isSame && modifiedMs < before.copiedMs - doubtMs) return;
    const copiedMs = Date.now();
    const target = path.join(this.#to, file);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      this.#copied.set(file, { size, modifiedMs, copiedMs });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
      this.#forget(file);
    }
  }

  #forget(file: string): void {
    this.#copied.delete(file);
    rmSync(path.join(this.#to, file), { force: true });
  }
}
