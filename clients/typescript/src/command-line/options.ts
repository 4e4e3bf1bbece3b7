/** The options of an operation at the command line, and the check of their values: both as the contract declares them. */
import { type Arguments, type CommandOption, UsageError } from '../../../../src/command-line/program.ts';
import { operationNamed } from '../../../../src/contract/operations.ts';
import { type RefusalBody, Refused } from '../../../../src/contract/refusals.ts';
import type { PictureKind } from './kinds.ts';

/** Options by the service's names, with their values as texts. */
export type ChosenOptions = Readonly<Record<string, string>>;

/** What a command takes of its operation. Deprecated spellings, and files beside the photo, are left to programs. */
export function optionsOf(id: PictureKind['id']): CommandOption[] {
  const declared = Object.entries(operationNamed(id).options).filter(
    ([, { schema, isFile }]) => schema.deprecated !== true && !isFile,
  );
  return declared.map(([name, { meaning, values, schema }]) => ({
    name: flagOf(name),
    placeholder: values.join('|') || 'VALUE',
    meaning: `${meaning.replace(/\.$/, '')}${schema.default === undefined ? '' : `; default ${schema.default}`}`,
  }));
}

/**
 * The options of the operation that were given.
 * @throws UsageError for a value that the service would refuse, or two that contradict each other
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
  return Object.fromEntries(given);
}

/** The service's own sentence, after the option that it is about. */
function wordsOf(body: RefusalBody): string {
  const detail = 'detail' in body ? body.detail : '';
  if (typeof detail === 'string') return detail;
  return detail.map(({ loc, msg }) => `--${flagOf(String(loc.at(-1)))}: ${msg}`).join('; ');
}

function flagOf(option: string): string {
  return option.replaceAll('_', '-');
}
