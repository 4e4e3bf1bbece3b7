/** What `--help` prints, of a program and of one of its commands. */
import { type Command, type CommandOption, helpOption, type Program } from './program.ts';

/** Help on all commands of a program. */
export function programHelp({ call, version, commands, notes }: Program<never>): string {
  const width = Math.max(12, ...commands.map(({ name }) => name.length + 2));
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
  return [
    `Usage: ${call} COMMAND [options]`,
    `Commands:\n${rows.join('\n')}`,
    `Every command explains itself: ${call} COMMAND --help`,
    ...(version === undefined ? [] : [`Its version: ${call} --version`]),
    notes,
  ].join('\n\n');
}

/** Help on one command. */
export function commandHelp<Around>(program: Program<Around>, command: Command<Around>): string {
  const options = [...command.options, ...program.commonOptions, helpOption];
  const words = command.words ? ` ${command.words}` : '';
  return [
    `Usage: ${program.call} ${command.name}${words} [options]`,
    `${command.summary}.`,
    `Options:\n${rowsOf(options)}`,
    ...(command.notes ? [command.notes] : []),
    program.notes,
  ].join('\n\n');
}

/** Columns of a line of help; longer meanings go on below themselves. */
const lineColumns = 120;

function rowsOf(options: readonly CommandOption[]): string {
  const flags = options.map(({ name, placeholder = '' }) => `--${name} ${placeholder}`.trimEnd());
  const width = Math.max(18, ...flags.map(({ length }) => length + 2));
  const below = `\n${' '.repeat(width + 2)}`;
  const meanings = options.map(({ meaning }) => wrapped(meaning, lineColumns - width - 2).join(below));
  return meanings.map((meaning, at) => `  ${flags[at].padEnd(width)}${meaning}`).join('\n');
}

/** Lines of a text of at most so many columns, unless a word has more. */
function wrapped(text: string, columns: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line !== '' && line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
