/** The arguments of one command, split into options and the rest. */
import { parseArgs } from 'node:util';
import { type Arguments, type CommandOption, helpOption, UsageError } from './program.ts';

/**
 * Reads arguments. Node's own strictness is off, because its texts run over several lines.
 * @param command whose options they are
 * @param common options that every command of its program takes
 * @throws UsageError naming the option that is unknown, given twice, or without the value that it needs
 */
export function readArguments(
  command: { readonly name: string; readonly words?: string; readonly options: readonly CommandOption[] },
  common: readonly CommandOption[],
  given: readonly string[],
): Arguments {
  const known = [...command.options, ...common, helpOption];
  const options = Object.fromEntries(
    known.map(({ name, placeholder }) => [name, { type: placeholder ? ('string' as const) : ('boolean' as const) }]),
  );
  const args = given.map((word) => (word === '-h' ? '--help' : word));
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const words: string[] = [];
  const values = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.find(({ name }) => token.rawName === `--${name}`);
    if (!option) throw new UsageError(`The command ${command.name} has no option ${token.rawName}`);
    if (values.has(option.name)) throw new UsageError(`Expected --${option.name} once but received it again`);
    if (!option.placeholder && token.value !== undefined) {
      throw new UsageError(`Expected no value for --${option.name}`);
    }
    // Without an equals sign, an option that follows is an option and no value: `--credits --json` lacks a number.
    const swallowed = !token.inlineValue && known.some(({ name }) => token.value === `--${name}`);
    if (option.placeholder && (token.value === undefined || token.value === '' || swallowed)) {
      throw new UsageError(`Expected a value for --${option.name}`);
    }
    values.set(option.name, token.value ?? '');
  }
  if (command.words === undefined && words.length > 0 && !values.has('help')) {
    throw new UsageError(`Expected options alone after ${command.name}`);
  }
  return { words, values };
}
