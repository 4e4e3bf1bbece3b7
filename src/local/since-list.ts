/**
 * The list of what has ended: keys and accounts by their ids, for 35 days, in a file of lines outside of what a backup holds.
 *
 * Its first line says since when it lists everything; the others what ended, with the time at which that was asked for.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { sinceList } from '../contract/settings/local.ts';
import { readSetting, type Variables } from '../contract/settings/read.ts';
import {
  countedSince,
  dayMs,
  type EndedSince,
  endedShape,
  type Line,
  lineShape,
  listedDays,
} from '../money/keys/ended-since.ts';
import { projectRoot } from './root.ts';

/** Longest file, some hundred thousand lines; then nothing is added until some are dropped. */
const maxBytes = 64 * 1024 * 1024;

const headShape = z.strictObject({ from: z.iso.datetime() });

/** Where the list of a state folder is. Relative paths start at the project folder. */
export function sinceListOf(variables: Variables, stateDirectory: string): string {
  const named = readSetting(sinceList, variables);
  return named === undefined ? path.join(stateDirectory, 'since.jsonl') : path.resolve(projectRoot, named);
}

/** The list, as the one process that writes to it has it. */
export class SinceList {
  readonly #file: string;
  /** The day on which it was last tidied, Unix days. */
  #day: number;
  #bytes: number;

  /** Makes it where it is not there, and drops lines of before. @throws Error where it cannot be written */
  constructor(file: string, nowMs: number) {
    this.#file = file;
    this.#day = Math.floor(nowMs / dayMs);
    try {
      this.#bytes = tidy(file, nowMs);
    } catch (cause) {
      const why = (cause as Error).message;
      throw new Error(`${file} cannot be written (${why}); set EDGEMATTE_SINCE to a file that can`, { cause });
    }
  }

  /** Adds what ended, written through to the disk. @param text JSON @throws Error where it is none, or cannot be written */
  add(text: string, nowMs: number): void {
    const line = JSON.stringify({ at: new Date(nowMs).toISOString(), ...endedShape.parse(JSON.parse(text)) });
    const day = Math.floor(nowMs / dayMs);
    if (day !== this.#day || !existsSync(this.#file)) this.#bytes = tidy(this.#file, nowMs);
    this.#day = day;
    if (this.#bytes > maxBytes) throw new Error(`${this.#file} is full`);
    try {
      appendFileSync(this.#file, `${line}\n`, { mode: 0o600, flush: true });
    } catch (cause) {
      // A part of it may be there: the next one begins with a whole file.
      this.#day = -1;
      throw cause;
    }
    this.#bytes += line.length + 1;
  }
}

/** What has ended since a moment, as it stands now. Null where there is no list. */
export function readSinceList(file: string, sinceMs: number): EndedSince | null {
  if (!existsSync(file)) return null;
  const { fromMs, lines, unreadable } = read(file);
  return { ...countedSince(lines, sinceMs), fromMs, unreadable };
}

interface ReadList {
  /** Null where the file does not say it. */
  readonly fromMs: number | null;
  readonly lines: readonly Line[];
  readonly unreadable: number;
  readonly bytes: number;
}

function read(file: string): ReadList {
  const text = readFileSync(file, 'utf8');
  const [first, ...rest] = text.split('\n').filter(Boolean);
  const head = headShape.safeParse(parsed(first ?? ''));
  const read = rest.map((each) => lineShape.safeParse(parsed(each)));
  const lines = read.flatMap(({ data }) => data ?? []);
  const unreadable = read.length - lines.length + (head.success ? 0 : 1);
  return { fromMs: head.success ? Date.parse(head.data.from) : null, lines, unreadable, bytes: text.length };
}

/** Writes the list anew without what is too old, where there is something to leave out. @returns its bytes */
function tidy(file: string, nowMs: number): number {
  const firstMs = nowMs - listedDays * dayMs;
  const now = existsSync(file) ? read(file) : null;
  const kept = now?.lines.filter(({ at }) => Date.parse(at) >= firstMs) ?? [];
  if (now && now.fromMs !== null && now.unreadable === 0 && kept.length === now.lines.length) return now.bytes;
  // A list that does not say from when on it is whole is so from now on.
  const from = new Date(Math.max(now?.fromMs ?? nowMs, firstMs)).toISOString();
  const text = [{ from }, ...kept].map((line) => `${JSON.stringify(line)}\n`).join('');
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
