/**
 * A program of several commands at the command line: `npm run keys`, `npm run models`. It finds the command, reads its
 * arguments, prints help, and says what went wrong in one line.
 *
 * Exit status: 0 done, 1 the command failed, 2 the arguments or a variable were not understood.
 */
import { SettingsFault } from '../../contract/settings/read.ts';
import { commandHelp, programHelp } from './help.ts';
import { type Output, type Program, UsageError } from './program.ts';
import { readArguments } from './read-arguments.ts';

/**
 * Runs one command.
 * @param words the arguments after the name of the script
 * @param around what the commands of this program are given
 * @returns the exit status: 0, 1 or 2
 */
export async function runProgram<Around extends Output>(
  program: Program<Around>,
  words: readonly string[],
  around: Around,
): Promise<number> {
  const [name] = words;
  const command = program.commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word));
  try {
    if (name === '--help' || name === '-h') {
      around.print(programHelp(program));
      return 0;
    }
    if (name === '--version' && program.version !== undefined) {
      around.print(program.version());
      return 0;
    }
    if (!command) throw new UsageError(unknownCommand(program, name));
    const given = readArguments(command, program.commonOptions, words.slice(command.name.split(' ').length));
    if (given.values.has('help')) {
      around.print(commandHelp(program, command));
      return 0;
    }
    return await command.run(given, around);
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    if (!(failure instanceof UsageError || failure instanceof SettingsFault)) {
      around.complain(reason);
      return 1;
    }
    around.complain(`${reason}. For help: ${program.call} ${command ? `${command.name} ` : ''}--help`);
    return 2;
  }
}

function unknownCommand({ commands }: Program<never>, name: string | undefined): string {
  const names = commands.map((command) => command.name).join(', ');
  return name === undefined
    ? `Expected a command: ${names}`
    : `Expected a command, one of ${names}, but received ${name}`;
}
