/**
 * Command lines of the admin API, `npm run keys` among them: finds the service and the token, makes the calls and prints
 * the answer.
 *
 * The one file of this folder that needs Node.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { versionWords } from '../../contract/service-version.ts';
import { settingsHelp } from '../../contract/settings/describe.ts';
import { parseUrl } from '../../contract/settings/kinds.ts';
import { keysSettings } from '../../contract/settings/local.ts';
import { readSettings } from '../../contract/settings/read.ts';
import { ownVersion } from '../../wire/command-line/own-version.ts';
import { type Command, type Output, type Program, UsageError } from '../../wire/command-line/program.ts';
import { projectFolder } from '../../wire/command-line/project-folder.ts';
import { runProgram } from '../../wire/command-line/run.ts';
import { AdminCallFailed, callAdmin } from './admin-client.ts';
import { type AdminCommand, commands, commonOptions, wordOf } from './commands.ts';

/** All that the command line needs from its surroundings, so that tests can replace it. */
export interface AdminSurroundings extends Output {
  /** Arguments after the name of the script. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder that holds `.edgematte` and from which EDGEMATTE_STATE is read. */
  readonly projectRoot: string;
  readonly send: typeof fetch;
}

/** The surroundings of a command that was started by npm. */
export function ofThisProcess(): AdminSurroundings {
  return {
    words: process.argv.slice(2),
    environment: process.env,
    projectRoot: projectFolder(import.meta.url),
    send: fetch,
    print: (text) => console.log(text),
    complain: (text) => console.error(text),
  };
}

/**
 * Runs one command of `npm run keys`.
 * @returns the exit status: 0 done, 1 the call failed, 2 the arguments were not understood
 */
export function runKeys(around: AdminSurroundings): Promise<number> {
  return runAdminProgram('npm run keys --', commands, around);
}

/**
 * Runs one command of a program that calls the admin API.
 * @param call how the program is called
 * @returns the exit status: 0 done, 1 the call failed, 2 the arguments were not understood
 */
export function runAdminProgram(
  call: string,
  ofProgram: readonly AdminCommand[],
  around: AdminSurroundings,
): Promise<number> {
  const program: Program<AdminSurroundings> = {
    call,
    version: () => versionWords(ownVersion(around.environment)),
    commands: ofProgram.map(asCommand),
    commonOptions,
    notes: `Variables (default; allowed)\n${settingsHelp(keysSettings)}`,
  };
  return runProgram(program, around.words, around);
}

/** A command that makes calls as one that is given its surroundings. */
function asCommand(command: AdminCommand): Command<AdminSurroundings> {
  const { name, summary, notes, options, word } = command;
  return {
    name,
    summary,
    notes,
    options,
    words: word?.name,
    async run({ words, values }, around) {
      const given = wordOf(command, words);
      const settings = readSettings(keysSettings, around.environment);
      const url = serviceUrl(values.get('url')) ?? settings.url;
      const state = path.resolve(around.projectRoot, settings.state);
      try {
        const answer = await command.run({ word: given, values }, async (call) => {
          const token = await findToken(settings.adminToken, state);
          return callAdmin({ url, token, send: around.send }, call);
        });
        around.print(values.has('json') ? JSON.stringify(answer) : printed(command, answer));
        return command.failed?.(answer) ? 1 : 0;
      } catch (cause) {
        if (!(cause instanceof z.ZodError)) throw cause;
        throw new AdminCallFailed('The service answered in another shape. Is it of the version of this command?', {
          cause,
        });
      }
    },
  };
}

function serviceUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = parseUrl(text);
  if (url === undefined) throw new UsageError(`Expected an http or https address for --url but received ${text}`);
  return url;
}

/** The variable's token, or else the local one that `npm start` keeps in its state folder. */
async function findToken(given: string | undefined, stateFolder: string): Promise<string> {
  const token = given?.trim() || (await readLocalToken(path.join(stateFolder, 'secrets.json')));
  // A header carries visible ASCII; anything else would fail in words that say nothing of the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new AdminCallFailed('The admin token holds a character that no token has.');
  return token;
}

async function readLocalToken(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new AdminCallFailed('No admin token. Set ADMIN_TOKEN, or run npm start once to make a local one.', { cause });
  });
  try {
    return z.object({ ADMIN_TOKEN: z.string().min(1) }).parse(JSON.parse(text)).ADMIN_TOKEN;
  } catch (cause) {
    throw new AdminCallFailed(`${file} holds no ADMIN_TOKEN. Set the variable ADMIN_TOKEN instead.`, { cause });
  }
}

function printed(command: AdminCommand, answer: unknown): string {
  try {
    return command.print(answer);
  } catch (cause) {
    // The call was made all the same, and a created key is shown this once: what came is printed rather than lost.
    if (cause instanceof z.ZodError) return JSON.stringify(answer);
    throw cause;
  }
}
