/** What the parts say, kept in `logs/service.log` of the state folder: one JSON object a line, bounded by rotation. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export interface ServiceLogSettings {
  /** A file that would exceed it is put aside. */
  readonly maxBytes?: number;
  /** Files in all, the one being written included. */
  readonly files?: number;
}

const name = 'service.log';
const wranglerLogs = 10;

/** Appends lines, and puts a full file aside. */
export class ServiceLog {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #files: number;
  #bytes: number;

  constructor(directory: string, { maxBytes = 10 * 1024 * 1024, files = 5 }: ServiceLogSettings = {}) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#file = path.join(directory, name);
    this.#maxBytes = maxBytes;
    this.#files = files;
    this.#bytes = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Keeps a line of a part, with the part's name, and the time where it has none. */
  write(part: string, line: string, now: Date = new Date()): void {
    const text = `${JSON.stringify({ time: now.toISOString(), part, ...fieldsOf(line) })}\n`;
    const bytes = Buffer.byteLength(text);
    try {
      if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) this.#rotate();
      // At once: the last lines before an end matter most.
      appendFileSync(this.#file, text, { mode: 0o600 });
      this.#bytes += bytes;
    } catch {
      // A full disk must not end the service; the lines are on the terminal as well.
    }
  }

  #rotate(): void {
    for (let age = this.#files - 1; age > 0; age -= 1) {
      const younger = age === 1 ? this.#file : `${this.#file}.${age - 1}`;
      if (statSync(younger, { throwIfNoEntry: false })) renameSync(younger, `${this.#file}.${age}`);
    }
    if (this.#files === 1) rmSync(this.#file, { force: true });
    this.#bytes = 0;
  }
}

/** Wrangler writes a file at each call and never removes one: all but the newest go. */
export function removeOldWranglerLogs(directory: string, keep = wranglerLogs): void {
  if (!existsSync(directory)) return;
  const all = readdirSync(directory).filter((file) => /^wrangler-.*\.log$/.test(file));
  // Their names carry the time.
  for (const file of all.sort().slice(0, -keep)) rmSync(path.join(directory, file), { force: true });
}

function fieldsOf(line: string): object {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Native code and runtimes write in their own form.
  }
  return { level: 'info', event: 'output', text: line };
}
