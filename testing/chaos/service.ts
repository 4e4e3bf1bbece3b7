/** The real service as `npm start` runs it, in a process of its own, seen from outside alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { inProject, projectRoot } from '../../src/local/root.ts';
import type { TestRepository } from '../models/tiny.ts';
import { descendantsOf, type Process } from '../processes.ts';
import { Operator } from './keys.ts';
import { signal } from './parts.ts';

export interface ServiceSettings {
  readonly stateDirectory: string;
  readonly port: number;
  readonly inferencePort: number;
  /** Networks that answer at once; null for the shipped ones. */
  readonly repository: TestRepository | null;
  /** Everything that the service prints. */
  readonly logFile: string;
}

/** Shorter than a deployment's, so that what depends on them happens within a round. The environment overrides them. */
const shortLimits = { LEASE_MS: '30000', UPLOAD_IDLE_MS: '8000', DOWNLOAD_IDLE_MS: '20000' };

const readyMs = 120_000;
const watchMs = 2000;
/** What `npm start` promises for its end, and some seconds. */
const stopMs = 35_000;

/** A started service: its address, its keys, its processes and its end. */
export class ChaosService {
  readonly base: string;
  readonly operator: Operator;
  readonly #child: ChildProcess;
  /** Everything that it has started so far, by process id and start: some of it may outlive its parent. */
  readonly #started = new Map<string, Process>();
  readonly #watch: NodeJS.Timeout;

  private constructor(child: ChildProcess, base: string, operator: Operator) {
    this.#child = child;
    this.base = base;
    this.operator = operator;
    this.#watch = setInterval(() => this.#noteStarted(), watchMs);
  }

  /** @throws Error with the last output of a service that is not ready in time */
  static async start(settings: ServiceSettings): Promise<ChaosService> {
    const { stateDirectory, port, inferencePort, repository, logFile } = settings;
    const models = repository
      ? { MODELS_MANIFEST: repository.manifestPath, MODELS_DIR: repository.modelsDirectory }
      : {};
    const child = spawn(process.execPath, ['--import', 'tsx', inProject('scripts/start.ts')], {
      cwd: projectRoot,
      env: {
        ...shortLimits,
        ...process.env,
        ...models,
        EDGEMATTE_STATE: stateDirectory,
        PORT: String(port),
        INFERENCE_PORT: String(inferencePort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const endWithUs = () => child.kill('SIGTERM');
    process.once('exit', endWithUs);
    child.once('exit', () => process.off('exit', endWithUs));
    await isReady(child, logFile);
    const { ADMIN_TOKEN } = secrets.parse(JSON.parse(readFileSync(path.join(stateDirectory, 'secrets.json'), 'utf8')));
    const base = `http://127.0.0.1:${port}`;
    return new ChaosService(child, base, new Operator(base, ADMIN_TOKEN));
  }

  /** Process above all others. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** How it ended; null while it runs. */
  get ended(): string | null {
    const { exitCode, signalCode } = this.#child;
    return exitCode === null && signalCode === null ? null : `status ${exitCode ?? signalCode}`;
  }

  /**
   * Ends it as Ctrl-C would.
   * @returns what it did not end in time or left behind, in words; empty when all went well
   */
  async stop(): Promise<readonly string[]> {
    clearInterval(this.#watch);
    this.#noteStarted();
    const faults: string[] = [];
    if (this.ended === null) {
      const exit = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      const timer = setTimeout(() => {
        faults.push(`The service had not ended ${stopMs / 1000} s after SIGTERM`);
        this.#child.kill('SIGKILL');
      }, stopMs);
      await exit;
      clearTimeout(timer);
      if (this.#child.exitCode !== 0) faults.push(`The service ended with ${this.ended} after SIGTERM`);
    }
    // What ends with its parent needs a moment to see that it is gone.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    for (const left of this.#started.values()) {
      if (!signal(left, 'SIGKILL')) continue;
      faults.push(`${left.name} (process ${left.pid}) outlived the service`);
    }
    return faults;
  }

  #noteStarted(): void {
    for (const one of descendantsOf(this.pid)) this.#started.set(`${one.pid} ${one.startedAt}`, one);
  }
}

const secrets = z.object({ ADMIN_TOKEN: z.string() });

function isReady(child: ChildProcess, logFile: string): Promise<void> {
  const log = createWriteStream(logFile, { flags: 'a' });
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (what: string) => reject(new Error(`The service ${what}. Its last words:\n${said.slice(-2000)}`));
    const timer = setTimeout(() => fail(`was not ready within ${readyMs / 1000} s`), readyMs);
    child.once('exit', (status) => fail(`ended with status ${status}`));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => {
        log.write(piece);
        said = `${said}${piece}`.slice(-4000);
        if (!said.includes('Edgematte is ready at')) return;
        clearTimeout(timer);
        resolve();
      });
    }
  });
}
