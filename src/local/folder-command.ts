/** A command that works on one folder and says what came of it in one line. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { versionWords } from '../contract/service-version.ts';
import { ownVersion } from '../wire/command-line/own-version.ts';

/**
 * Reads the arguments of this process and works.
 * @param work is given the folder as a whole path, and returns the line
 * @returns the exit status: 0 done, 1 it failed, 2 the arguments were not understood
 */
export async function runFolderCommand(help: string, work: (directory: string) => Promise<string>): Promise<number> {
  try {
    const options = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help || values.version) {
      console.log(values.help ? help : versionWords(ownVersion()));
      return 0;
    }
    if (positionals.length !== 1 || !positionals[0]) throw new TypeError('Expected one folder. For help: --help');
    console.log(await work(path.resolve(positionals[0])));
    return 0;
  } catch (failure) {
    const [line] = (failure instanceof Error ? failure.message : String(failure)).split('\n');
    console.error(line);
    return failure instanceof TypeError ? 2 : 1;
  }
}
