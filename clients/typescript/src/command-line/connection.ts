/** Where the service is, and the key: from the environment or a file of the caller's own, never from the command line. */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Arguments, UsageError } from '../../../../src/wire/command-line/program.ts';
import { Edgematte, type EdgematteSettings } from '../edgematte.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Who asks for the balance wants to know soon that nobody is there. */
export const retryQuestionsForSeconds = 30;

/** A client from the arguments and the environment. @throws UsageError where address or key are missing */
export function connect(given: Arguments, more: Partial<EdgematteSettings> = {}): Edgematte {
  return new Edgematte({ ...connectionOf(given), ...more });
}

/** Address and key from the arguments and the environment. @throws UsageError where one is missing */
export function connectionOf(
  { values }: Arguments,
  environment: Environment = process.env,
): Required<Pick<EdgematteSettings, 'address' | 'key'>> {
  const address = values.get('address') || environment.EDGEMATTE_ADDRESS;
  if (!address || !URL.canParse(address)) {
    throw new UsageError('Expected the address of the service in EDGEMATTE_ADDRESS or --address');
  }
  return { address, key: keyOf(values.get('key-file'), environment) };
}

/** @throws UsageError where there is no key, or others may read the file that holds it */
export function keyOf(file: string | undefined, environment: Environment): string {
  if (!file && environment.EDGEMATTE_KEY) return environment.EDGEMATTE_KEY.trim();
  const settings = environment.XDG_CONFIG_HOME || path.join(homedir(), '.config');
  const named = file || environment.EDGEMATTE_KEY_FILE;
  const from = named || path.join(settings, 'edgematte', 'key');
  const found = statSync(from, { throwIfNoEntry: false });
  if (!found) throw new UsageError(named ? `There is no key file ${from}` : 'Expected a key in EDGEMATTE_KEY');
  // Windows has no such modes.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new UsageError(`Others may read the key in ${from}: chmod 600 ${from}`);
  }
  return readFileSync(from, 'utf8').trim();
}
