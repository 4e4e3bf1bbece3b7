/** Points of a picture from a file: `{"keep": ["812 340"], "drop": ["12% 88%", "20% 90%"]}`, each member may be left out. */
import { existsSync, readFileSync } from 'node:fs';
import { dropPoints, isPoint, keepPoints, pointsOf } from '../../../../src/contract/points.ts';
import { type RefusalBody, Refused } from '../../../../src/contract/refusals.ts';
import { UsageError } from '../../../../src/wire/command-line/program.ts';
import { FileError } from './file-error.ts';
import type { ChosenOptions } from './kinds.ts';
import type { Task } from './names.ts';

const fields: ReadonlyMap<string, string> = new Map([
  ['keep', 'keep_points'],
  ['drop', 'drop_points'],
]);

/** What of a file was understood, as options of the API, and what was not. */
interface Understood {
  readonly texts: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

/** The same options with the points of a file. @throws UsageError with a line for each fault of the file */
export function withPointsIn(file: string, options: ChosenOptions): ChosenOptions {
  const { texts, faults } = understood(contentOf(file));
  const all = faults.length > 0 ? faults : faultsTogether(texts);
  if (all.length > 0) throw new UsageError(all.map((fault) => `${file}: ${fault}`).join('\n'));
  return { ...options, texts: { ...options.texts, ...texts } };
}

/** The options for a picture: those for all, and its own points where there is a file of them. @throws UsageError */
export function optionsFor({ points }: Task, options: ChosenOptions): ChosenOptions {
  return points !== null && existsSync(points) ? withPointsIn(points, options) : options;
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`--points: ${new FileError('read', file, cause).message}`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file}: Expected JSON`, { cause });
  }
}

function understood(content: unknown): Understood {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return { texts: {}, faults: [`Expected {"keep": ["x y", …], "drop": ["x y", …]}`] };
  }
  const read = Object.entries(content).map(([name, list]) => understoodMember(name, list));
  return { texts: Object.assign({}, ...read.map(({ texts }) => texts)), faults: read.flatMap(({ faults }) => faults) };
}

function understoodMember(name: string, list: unknown): Understood {
  const field = fields.get(name);
  if (field === undefined) return { texts: {}, faults: [`Expected "keep" or "drop" but received ${shown(name)}`] };
  if (!Array.isArray(list)) return { texts: {}, faults: [`${name}: Expected ["x y", …] but received ${shown(list)}`] };
  const faults = list.flatMap((point, at) =>
    isPoint(point)
      ? []
      : [`${name}, point ${at + 1}: Expected "x y" in pixels or in 0% to 100% but received ${shown(point)}`],
  );
  return { texts: list.length > 0 ? { [field]: list.join(';') } : {}, faults };
}

/** What is wrong although each point is right by itself. */
function faultsTogether({ keep_points: keep, drop_points: drop }: Understood['texts']): string[] {
  try {
    pointsOf(keepPoints.read(keep, 'keep_points'), dropPoints.read(drop, 'drop_points'));
    return [];
  } catch (failure) {
    if (failure instanceof Refused) return messagesOf(failure.refusal.body);
    throw failure;
  }
}

function messagesOf(body: RefusalBody): string[] {
  return 'detail' in body && typeof body.detail !== 'string' ? body.detail.map(({ msg }) => msg) : [];
}

/** A value of JSON, short enough for a line. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
