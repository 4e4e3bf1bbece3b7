/** The calls that a client's program gets, and the results that it prints. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../../src/local/root.ts';
import type { Body, Fields, Way } from '../cases.ts';

export interface Order {
  readonly what: string;
  readonly way: Way;
  /** Of the body, where a client has a choice. */
  readonly body: Body;
  /** Name of the photo's file in the folder; null sends none. */
  readonly photo: string | null;
  /** The address at which that photo is, too. */
  readonly address: string;
  readonly fields: Fields;
  /** Name of a field and of a file for it. */
  readonly beside: readonly [string, string] | null;
  readonly key: string;
  readonly account: boolean;
  readonly json: boolean;
  /** File in which a picture is left. */
  readonly out: string;
}

/** What a client shows; what it hides from its caller is left out. */
export interface Said {
  readonly status?: number;
  readonly code?: string;
  /** File in which the picture is. */
  readonly file?: string;
  /** `X-Type`; null where the answer has none. */
  readonly type?: string | null;
  readonly charged?: string;
  readonly credits?: number;
}

/** Asks for everything in turn. @param folder in which it runs, with the photos */
export type Program = (orders: readonly Order[], folder: string, environment: NodeJS.ProcessEnv) => Promise<Said[]>;

const execute = promisify(execFile);

/** A program beside this file, which reads `orders.json` and prints what came of each in a line of JSON. */
export function programWith(interpreter: string, file: string): Program {
  return async (orders, folder, environment) => {
    writeFileSync(path.join(folder, 'orders.json'), JSON.stringify(orders));
    const program = inProject('test/published-clients/programs', file);
    const { stdout } = await execute(interpreter, [program], { cwd: folder, env: environment });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as Said);
  };
}
