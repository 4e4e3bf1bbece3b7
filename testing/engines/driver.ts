/** What drives a browser that is not Chromium: a few commands of W3C WebDriver (https://www.w3.org/TR/webdriver2/). */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

const startsWithinMs = 60_000;
const looksEveryMs = 50;

/** Each command: its name in Firefox's Marionette; method and path in HTTP, where `{id}` is of an element. */
export const commands = {
  goto: ['WebDriver:Navigate', 'POST', '/url'],
  resize: ['WebDriver:SetWindowRect', 'POST', '/window/rect'],
  run: ['WebDriver:ExecuteScript', 'POST', '/execute/sync'],
  click: ['WebDriver:ElementClick', 'POST', '/element/{id}/click'],
  type: ['WebDriver:ElementSendKeys', 'POST', '/element/{id}/value'],
  act: ['WebDriver:PerformActions', 'POST', '/actions'],
} as const;

export type Command = keyof typeof commands;

/** Members of a command, as WebDriver names them; `id` is that of an element. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A browser with one window. */
export interface Driver {
  /** Where it saves downloads, without asking. */
  readonly downloads: string;
  /** @returns the command's value @throws Error in the browser's words */
  send(command: Command, parameters: Parameters): Promise<unknown>;
  /** Ends the browser; nothing of it is left. */
  stop(): Promise<void>;
}

/** A program that the driver started. */
interface Program {
  /** What it has written to its fourth file so far. */
  written(): string;
  /** Looks until something shows that it is ready. @throws Error where it ends before that, or after a minute */
  until<Sign>(look: () => Sign | null | Promise<Sign | null>): Promise<Sign>;
  /** Ends it, whether it has started or not. */
  end(): Promise<void>;
}

/** Starts a program. What it prints is dropped. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Program {
  const env = { ...process.env, ...environment };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    // A program that cannot be started never exits.
    child.on('exit', end).on('error', end);
  });
  let written = '';
  // Node's types say that a pipe may be written too.
  const fourth = child.stdio[3] as Readable;
  fourth.on('data', (part) => {
    written += part;
  });
  return {
    written: () => written,
    async until(look) {
      const givesUpAtMs = Date.now() + startsWithinMs;
      for (;;) {
        const sign = await look();
        if (sign !== null) return sign;
        if (hasEnded) throw new Error(`${program} ended while it started`);
        if (Date.now() > givesUpAtMs) throw new Error(`${program} did not start within ${startsWithinMs / 1000} s`);
        await wait(looksEveryMs);
      }
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
