/** What a command line asks for, checked before anything is done. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { type Arguments, UsageError } from '../../../../src/wire/command-line/program.ts';
import { findPictures } from './find.ts';
import type { ChosenOptions, PictureKind } from './kinds.ts';
import { checkTemplate, type Naming, type Task, tasksOf } from './names.ts';
import { withPointsIn } from './points.ts';

export interface Plan {
  readonly kind: PictureKind;
  readonly options: ChosenOptions;
  /** Files, folders and globs, or one address; empty where the picture comes from standard input. */
  readonly words: readonly string[];
  /** `--out`; null for standard output or beside the pictures. */
  readonly out: string | null;
  readonly toStandardOutput: boolean;
  /** One picture from standard input or an address, or to standard output. */
  readonly isSingle: boolean;
  /** Folder for results that need a review; null puts them where the others are. */
  readonly review: string | null;
  readonly naming: Naming;
  readonly journal: string | null;
  readonly parallel: number;
  readonly skipsExisting: boolean;
  readonly again: boolean;
  /** Of the one call that there is; null where each gets one of its own. */
  readonly idempotencyKey: string | null;
  /** Whether nothing is begun where the credits are not enough for all. */
  readonly requiresCredits: boolean;
  readonly watches: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** @throws UsageError for what cannot be done */
export function planOf(kind: PictureKind, chosen: ChosenOptions, { words, values }: Arguments): Plan {
  if (words.length === 0 && process.stdin.isTTY) throw new UsageError('Expected pictures');
  const fromStandardInput = words.length === 0 || (words.length === 1 && words[0] === '-');
  const isAddress = words.length === 1 && addressIn(words[0]) !== null;
  /** One picture that is no file of this machine. */
  const fromElsewhere = fromStandardInput || isAddress;
  const out = values.get('out') ?? null;
  const oneFile = words.length === 1 && statSync(words[0], { throwIfNoEntry: false })?.isFile() === true;
  const isFile = out !== null && oneFile && path.extname(out) !== '' && !isFolder(out);
  const template = values.get('name') ?? '{name}-{layer}.{ext}';
  checkTemplate(template, kind);
  if (isFile && kind.layers.length > 1) throw new UsageError('Expected a folder for --out: there are several results');
  if (out === '-' && !oneFile && !fromElsewhere) throw new UsageError('Expected one picture for --out -');
  if (values.has('watch') && (fromElsewhere || out === '-')) throw new UsageError('Expected folders to watch');
  const toStandardOutput = out === '-' || (fromElsewhere && out === null);
  const isSingle = fromElsewhere || out === '-';
  const points = pointsOf(values, isSingle);
  const options = points?.file === undefined ? chosen : withPointsIn(points.file, chosen);
  const review = reviewOf(values.get('review'), out, toStandardOutput);
  const folder = out === null || isFile ? '.' : out;
  const usual = oneFile && !values.has('watch') ? null : path.join(folder, '.edgematte.journal');
  const journal = fromElsewhere ? null : (values.get('journal') ?? usual);
  return {
    kind,
    options,
    words: fromStandardInput ? [] : words,
    out: out === '-' ? null : out,
    toStandardOutput,
    isSingle,
    review,
    naming: {
      ...{ out: out === '-' ? null : out, review, isFile, template, kind, options: options.texts },
      points: points?.folder ?? null,
    },
    journal,
    parallel: parallelOf(values.get('parallel') ?? '4'),
    skipsExisting: values.has('skip-existing'),
    again: values.has('again'),
    idempotencyKey: idempotencyKeyOf(values.get('idempotency-key'), journal),
    requiresCredits: values.has('require-credits'),
    watches: values.has('watch'),
    dryRun: values.has('dry-run'),
    yes: values.has('yes'),
    json: values.has('json'),
  };
}

/** The address that a word is; null for the name of a file. */
export function addressIn(word: string): URL | null {
  if (!/^https?:\/\//i.test(word)) return null;
  try {
    return new URL(word);
  } catch {
    throw new UsageError(`Expected an address but received ${word}`);
  }
}

/** The pictures that are there now. @throws UsageError as `findPictures` and `tasksOf` do, or where there is none */
export function tasksIn({ words, naming, watches }: Plan): Task[] {
  const tasks = tasksOf(findPictures(words), naming);
  if (tasks.length === 0 && !watches) throw new UsageError(`There is no picture in ${words.join(' ')}`);
  return tasks;
}

function parallelOf(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 64) throw new UsageError(`Expected 1 to 64 for --parallel but received ${text}`);
  return number;
}

/** @throws UsageError where it does not separate results that need a review */
function reviewOf(folder: string | undefined, out: string | null, toStandardOutput: boolean): string | null {
  if (folder === undefined) return null;
  if (toStandardOutput) throw new UsageError('Expected a file or a folder for --out beside --review');
  if (folder === '' || (out !== null && path.resolve(folder) === path.resolve(out))) {
    throw new UsageError('Expected another folder for --review than for the other results');
  }
  return folder;
}

/** Where points are: one file for all pictures, or a folder with files for some. @throws UsageError */
function pointsOf(
  values: Arguments['values'],
  isSingle: boolean,
): { readonly file?: string; readonly folder?: string } | null {
  const place = values.get('points');
  if (place === undefined) return null;
  if (values.has('keep') || values.has('drop')) throw new UsageError('Expected --points, or --keep and --drop');
  if (!isFolder(place)) return { file: place };
  if (isSingle) throw new UsageError('Expected a file for --points of this picture');
  return { folder: place };
}

/** A journal has a key for each picture of its own. */
function idempotencyKeyOf(text: string | undefined, journal: string | null): string | null {
  if (text === undefined) return null;
  if (journal !== null) throw new UsageError('Expected one picture without a journal for --idempotency-key');
  if (text.length <= 255 && /^[ -~]*[!-~][ -~]*$/.test(text)) return text;
  throw new UsageError('Expected 1 to 255 printable ASCII characters for --idempotency-key');
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}
