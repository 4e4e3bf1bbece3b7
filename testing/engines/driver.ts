/** What drives a browser that is not Chromium: a few commands of W3C WebDriver (https://www.w3.org/TR/webdriver2/). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

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

/** Starts a program that ends with the driver. What it prints is dropped; its fourth file can be read. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; end(): Promise<void> } {
  const env = { ...process.env, ...environment };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = Promise.race([once(child, 'exit'), once(child, 'error')]);
  // It is waited for where it is ended.
  ended.catch(() => {});
  return {
    child,
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
