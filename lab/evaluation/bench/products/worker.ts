/** A product in a process of its own, which cuts out one photo at a time and reports the time of each. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import type { Taken } from '../bare-runs.ts';

/** Longest wait for a cutout: the first one loads everything. */
const patienceMs = 300_000;

export class ProductWorker {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  constructor(command: string, words: readonly string[], folder: string, variables: Record<string, string> = {}) {
    const env = { ...process.env, ...variables };
    this.#process = spawn(command, words, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    if (!this.#process.stdout) throw new Error(`${command} cannot be started`);
    this.#reader = createInterface({ input: this.#process.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** @throws Error where it ends or takes too long */
  async cutOut(photo: string): Promise<Taken> {
    this.#process.stdin?.write(`${photo}\n`);
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), patienceMs);
    const { value, done } = await this.#lines.next();
    clearTimeout(timer);
    if (done) throw new Error('A product ended without a cutout');
    return JSON.parse(value) as Taken;
  }

  /** Of its process, 0 where that did not start. */
  get pid(): number {
    return this.#process.pid ?? 0;
  }

  stop(): void {
    this.#process.kill('SIGKILL');
    this.#reader.close();
  }
}
