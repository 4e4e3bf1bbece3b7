/** A program that answers each line of its input with one of its output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Program {
  /** @throws Error where it has ended */
  ask(line: string): Promise<string>;
  stop(): Promise<void>;
}

export function startProgram(file: string, words: readonly string[]): Program {
  const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  // It may have ended before it has read its input: then it gives no line.
  child.stdin.on('error', () => {});
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { done, value } = await lines.next();
      if (done) throw new Error(`${file} has ended`);
      return value;
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
