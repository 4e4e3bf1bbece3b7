/** The commands of docs/two-machines.md. */
import { readFileSync } from 'node:fs';
import { inProject } from '../../src/local/root.ts';

export interface PageCommands {
  /** Prints a token. */
  readonly token: string;
  /** Of the machines at 10.0.0.2 and 10.0.0.3: fetches weights, and runs inference. */
  readonly inference: readonly [string, string];
  /** Asks a machine whether it is ready. */
  readonly ask: string;
  readonly start: string;
}

/** @throws Error where the page has not the blocks that it had */
export function commandsOfPage(): PageCommands {
  const page = readFileSync(inProject('docs/two-machines.md'), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) => text);
  const [token, first, second, ask, start] = blocks;
  if (blocks.length !== 7) throw new Error(`docs/two-machines.md has ${blocks.length} blocks of commands`);
  return { token, inference: [first, second], ask, start };
}
