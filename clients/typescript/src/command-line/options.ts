/** The options of an operation at the command line, and the check of their values: both as the contract declares them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { operationNamed } from '../../../../src/contract/operations.ts';
import { type RefusalBody, Refused } from '../../../../src/contract/refusals.ts';
import { type Arguments, type CommandOption, UsageError } from '../../../../src/wire/command-line/program.ts';
import { FileError } from './file-error.ts';
import type { ChosenOptions, PictureKind } from './kinds.ts';

/** The options of its operation that a command has. Deprecated spellings are left to programs that know them. */
export function optionsOf(id: PictureKind['id']): CommandOption[] {
  const declared = Object.entries(operationNamed(id).options).filter(([, { schema }]) => schema.deprecated !== true);
  return declared.map(([name, { meaning, values, schema, isFile }]) => ({
    name: flagOf(name),
    placeholder: values.join('|') || (isFile ? 'FILE' : 'VALUE'),
    meaning: `${meaning.replace(/\.$/, '')}${schema.default === undefined ? '' : `; default ${schema.default}`}`,
  }));
}

/**
 * The options of the operation that were given. Their files are read once, for all pictures.
 * @throws UsageError for a value that the service would refuse, two that contradict each other, or a file that cannot be read
 */
export function chosenOptions(id: PictureKind['id'], { values }: Arguments): ChosenOptions {
  const { options, read } = operationNamed(id);
  const given = Object.keys(options).flatMap((name): [string, string][] => {
    const value = values.get(flagOf(name));
    return value === undefined ? [] : [[name, value]];
  });
  try {
    read(new Map(given));
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    throw new UsageError(wordsOf(failure.refusal.body), { cause: failure });
  }
  const files = given
    .filter(([name]) => options[name].isFile)
    .map(([name, file]) => ({ name, bytes: contentOf(name, file) }));
  const hashes = files.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]);
  return {
    texts: { ...Object.fromEntries(given), ...Object.fromEntries(hashes) },
    files: Object.fromEntries(files.map(({ name, bytes }) => [name, new Blob([bytes])])),
  };
}

function contentOf(name: string, file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UsageError(`--${flagOf(name)}: ${new FileError('read', file, cause).message}`, { cause });
  }
}

/** The service's own sentence, after the option that it is about. */
function wordsOf(body: RefusalBody): string {
  const detail = 'detail' in body ? body.detail : '';
  if (typeof detail === 'string') return detail;
  return detail.map(({ loc, msg }) => `--${flagOf(String(loc.at(-1)))}: ${msg}`).join('; ');
}

/** Options that a person types, under a shorter name. */
const shortNames: Readonly<Record<string, string>> = { keep_points: 'keep', drop_points: 'drop' };

function flagOf(option: string): string {
  return shortNames[option] ?? option.replaceAll('_', '-');
}
