/**
 * `npm run keys`: reads the arguments, finds the token, calls the admin API and prints the answer.
 *
 * The one file of this folder that needs Node. Exit status: 0 done, 1 the call failed, 2 the arguments were not
 * understood.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type AdminCall, CallFailed, callAdmin } from './admin-client.ts';
import {
  type Arguments,
  type Command,
  commandHelp,
  commands,
  commonOptions,
  generalHelp,
  idOf,
  UsageError,
} from './commands.ts';

/** Where `npm start` listens. */
const localUrl = 'http://127.0.0.1:8787';

/** All that the command line takes from around it, so that tests can stand in for it. */
export interface Surroundings {
  /** Arguments after the name of the script. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder that holds `.edgematte` and from which EDGEMATTE_STATE is read. */
  readonly projectRoot: string;
  readonly send: typeof fetch;
  /** Takes a text without its line end, for standard output. */
  print(text: string): void;
  /** The same for standard error. */
  complain(text: string): void;
}

/**
 * Runs one command.
 * @returns the exit status: 0, 1 or 2
 */
export async function runKeys(around: Surroundings): Promise<number> {
  const [name, ...words] = around.words;
  try {
    if (name === '--help' || name === '-h') {
      around.print(generalHelp());
      return 0;
    }
    const command = commandNamed(name);
    const { positionals, values } = readArguments(command, words);
    if (values.has('help')) {
      around.print(commandHelp(command));
      return 0;
    }
    const ask = async (call: AdminCall) => {
      const url = serviceUrl(values.get('url') ?? (around.environment.EDGEMATTE_URL || localUrl));
      return callAdmin({ url, token: await findToken(around), send: around.send }, call);
    };
    const answer = await command.run({ id: idOf(command, positionals), values }, ask);
    around.print(values.has('json') ? JSON.stringify(answer) : printed(command, answer));
    return command.failed?.(answer) ? 1 : 0;
  } catch (failure) {
    if (failure instanceof CallFailed) {
      around.complain(failure.message);
      return 1;
    }
    if (failure instanceof UsageError) {
      const known = commands.some((command) => command.name === name);
      around.complain(`${failure.message}. For help: npm run keys -- ${known ? `${name} ` : ''}--help`);
      return 2;
    }
    if (failure instanceof z.ZodError) {
      around.complain('The service answered in another shape. Is it of the version of this command?');
      return 1;
    }
    throw failure;
  }
}

function commandNamed(name: string | undefined): Command {
  const names = commands.map((command) => command.name).join(', ');
  if (name === undefined) throw new UsageError(`Expected a command: ${names}`);
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new UsageError(`Expected a command, one of ${names}, but received ${name}`);
  return command;
}

/** Splits words into options and the rest. Node's own strictness is off, because its texts run over several lines. */
function readArguments(command: Command, words: readonly string[]) {
  const known = [...command.options, ...commonOptions];
  const options = Object.fromEntries(
    known.map(({ name, placeholder }) => [name, { type: placeholder ? ('string' as const) : ('boolean' as const) }]),
  );
  const { tokens } = parseArgs({
    args: words.map((word) => (word === '-h' ? '--help' : word)),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const values = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.find(({ name }) => token.rawName === `--${name}`);
    if (!option) throw new UsageError(`The command ${command.name} has no option ${token.rawName}`);
    if (values.has(option.name)) throw new UsageError(`Expected --${option.name} once but received it again`);
    if (!option.placeholder && token.value !== undefined)
      throw new UsageError(`Expected no value for --${option.name}`);
    // Without an equals sign, an option that follows is an option and no value: `--credits --json` lacks a number.
    const swallowed = !token.inlineValue && known.some(({ name }) => token.value === `--${name}`);
    if (option.placeholder && (token.value === undefined || token.value === '' || swallowed)) {
      throw new UsageError(`Expected a value for --${option.name}`);
    }
    values.set(option.name, token.value ?? '');
  }
  return { positionals, values } satisfies { positionals: string[]; values: Arguments['values'] };
}

function serviceUrl(text: string): string {
  if (/^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(text)) return text;
  throw new UsageError(`Expected an http or https address for --url or EDGEMATTE_URL but received ${text}`);
}

/** ADMIN_TOKEN, or else the local one that `npm start` keeps in its state folder. */
async function findToken({ environment, projectRoot }: Surroundings): Promise<string> {
  const stateFolder = path.resolve(projectRoot, environment.EDGEMATTE_STATE || '.edgematte');
  const token = environment.ADMIN_TOKEN?.trim() || (await readLocalToken(path.join(stateFolder, 'secrets.json')));
  // A header carries visible ASCII; anything else would fail in words that say nothing of the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new CallFailed('The admin token holds a character that no token has.');
  return token;
}

async function readLocalToken(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new CallFailed('No admin token. Set ADMIN_TOKEN, or run npm start once to make a local one.', { cause });
  });
  try {
    return z.object({ ADMIN_TOKEN: z.string().min(1) }).parse(JSON.parse(text)).ADMIN_TOKEN;
  } catch (cause) {
    throw new CallFailed(`${file} holds no ADMIN_TOKEN. Set the variable ADMIN_TOKEN instead.`, { cause });
  }
}

function printed(command: Command, answer: unknown): string {
  try {
    return command.print(answer);
  } catch (cause) {
    // The call was made all the same, and a created key is shown this once: what came is printed rather than lost.
    if (cause instanceof z.ZodError) return JSON.stringify(answer);
    throw cause;
  }
}
