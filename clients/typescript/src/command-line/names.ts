/** Where results go. */
import path from 'node:path';
import { UsageError } from '../../../../src/wire/command-line/program.ts';
import type { Found } from './find.ts';
import type { PictureKind } from './kinds.ts';

/** How results are called. */
export interface Naming {
  /** Folder, or file where `isFile`; null puts results beside their pictures. */
  readonly out: string | null;
  /** Folder for results that need a review; null puts them where the others are. */
  readonly review: string | null;
  readonly isFile: boolean;
  readonly template: string;
  readonly kind: PictureKind;
  readonly options: Readonly<Record<string, string>>;
  /** Folder with files of points; null without one. */
  readonly points: string | null;
}

/** Files by layer; the last one is written last. */
export type Targets = ReadonlyMap<string, string>;

/** A picture and the files that become of it. */
export interface Task {
  readonly file: string;
  readonly targets: Targets;
  /** The files where the result needs a review; the same where that makes no difference. */
  readonly reviewTargets: Targets;
  /** Where a file with its points may be; null where none is looked for. */
  readonly points: string | null;
}

/** All files that may become of a picture, each once. */
export function allTargets({ targets, reviewTargets }: Task): string[] {
  return [...new Set([...targets.values(), ...reviewTargets.values()])];
}

const words = ['name', 'from', 'layer', 'ext', 'command'] as const;

/** What a picture becomes. */
function taskOf({ file, inside }: Found, naming: Naming): Task {
  const { out, review, isFile, template, kind, options } = naming;
  const { name, ext, dir } = path.parse(file);
  const called = kind.layers.map(([layer, extension]): [string, string] => {
    if (isFile && out !== null) return [layer, path.basename(out)];
    const values = { name, from: ext.slice(1), layer, ext: extension(options), command: kind.command };
    return [layer, template.replace(/\{(\w+)\}/g, (_, word: keyof typeof values) => values[word])];
  });
  const within = (folder: string) => new Map(called.map(([layer, target]) => [layer, path.join(folder, target)]));
  const folder = out === null ? dir : isFile ? path.dirname(out) : path.join(out, inside);
  const targets = within(folder);
  const points = naming.points === null ? null : path.join(naming.points, inside, `${name}.points.json`);
  return { file, targets, reviewTargets: review === null ? targets : within(path.join(review, inside)), points };
}

/**
 * The tasks of pictures. The result of another picture is none: results may be beside their pictures.
 * @throws UsageError where two pictures would become one file, or a result would take its picture's place
 */
export function tasksOf(found: readonly Found[], naming: Naming): Task[] {
  const all = found.map((picture) => taskOf(picture, naming));
  const makers = new Map<string, string>();
  const results = new Set(
    all.flatMap((task) =>
      allTargets(task)
        .filter((to) => !same(to, task.file))
        .map(at),
    ),
  );
  const tasks = all.filter(({ file }) => !results.has(at(file)));
  for (const task of tasks) {
    const { file } = task;
    for (const target of allTargets(task)) {
      if (same(target, file))
        throw new UsageError(`The result of ${file} would take its place: give it another --name`);
      const other = makers.get(at(target));
      if (other)
        throw new UsageError(`${other} and ${file} would both become ${target}: distinguish them by {from} in --name`);
      makers.set(at(target), file);
    }
  }
  return tasks;
}

/** @throws UsageError for a template that cannot name files */
export function checkTemplate(template: string, { layers }: PictureKind): void {
  const unknown = [...template.matchAll(/\{(\w*)\}/g)].find(([, word]) => !words.some((known) => known === word));
  if (unknown) throw new UsageError(`Expected {${words.join('}, {')}} in --name but received ${unknown[0]}`);
  if (!template.includes('{name}'))
    throw new UsageError('Expected {name} in --name: every result needs a name of its own');
  if (layers.length > 1 && !template.includes('{layer}'))
    throw new UsageError('Expected {layer} in --name: there are several');
}

function same(one: string, other: string): boolean {
  return at(one) === at(other);
}

function at(file: string): string {
  return path.resolve(file);
}
