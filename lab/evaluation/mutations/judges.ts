/** Asks the process that runs tests, and puts another one in its place when it hangs or dies. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Question, Verdict } from './judge.ts';

/** In the tree itself, so that it takes its vitest from there, as the tests do. */
const judge = 'lab/evaluation/mutations/judge.ts';

export class Judges {
  readonly #root: string;
  readonly #projects: readonly string[];
  #current: Promise<ChildProcess> | null = null;
  #pid: number | undefined;

  /**
   * @param root of the tree whose tests are run
   * @param projects of its vitest configuration that the tests belong to
   */
  constructor(root: string, projects: readonly string[]) {
    this.#root = root;
    this.#projects = projects;
  }

  /** The verdict; null when there was none within that time, or the process died of it twice. */
  async ask(question: Question, patienceMs: number): Promise<Verdict | null> {
    const first = await this.#askOnce(question, patienceMs);
    // A process may be ended by others too: what died is asked once more, and what hung is not.
    const verdict = first === 'died' ? await this.#askOnce(question, patienceMs) : first;
    return typeof verdict === 'string' ? null : verdict;
  }

  async #askOnce(question: Question, patienceMs: number): Promise<Verdict | 'hung' | 'died'> {
    this.#current ??= this.#begin();
    const child = await this.#current;
    const verdict = await new Promise<Verdict | 'hung' | 'died'>((resolve) => {
      const timer = setTimeout(() => answer('hung'), patienceMs);
      const died = () => answer('died');
      const answer = (found: Verdict | 'hung' | 'died') => {
        clearTimeout(timer);
        child.off('message', answer).off('exit', died);
        resolve(found);
      };
      child.on('message', answer).on('exit', died);
      child.send(question);
    });
    if (typeof verdict === 'string') await this.end();
    return verdict;
  }

  /** Ends the process and all that it started. */
  async end(): Promise<void> {
    const child = await this.#current;
    this.#current = null;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const over = new Promise((resolve) => child.once('exit', resolve));
    killGroup(child.pid);
    await over;
  }

  /** Ends it at once, for a process that ends itself. */
  kill(): void {
    if (this.#pid !== undefined) killGroup(this.#pid);
  }

  async #begin(): Promise<ChildProcess> {
    const child = fork(path.join(this.#root, judge), [this.#root, ...this.#projects], {
      cwd: this.#root,
      detached: true,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#pid = child.pid;
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error('The process that runs tests did not start')));
    });
    return child;
  }
}

/** It leads a group of its own: tests that hang are in it too. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
