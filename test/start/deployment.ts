/** A deployment of `npm start` with small networks, its commands, and callers. */
import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { freePort } from '../../testing/free-port.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { photo } from '../../testing/photos.ts';
import { command, said } from './command.ts';

const run = promisify(execFile);
/** Credits of each key: more than calls one after the other ever take here. */
export const granted = 1_000_000;
/** Behind so many seconds of a restart callers are turned away: on a machine that does much else it may take longer. */
export const longestWaitS = 30;

export class LocalDeployment {
  /** A folder that goes with it. */
  readonly directory: string;
  readonly state: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly #picture: Blob;
  #child: ChildProcess | null = null;

  private constructor(directory: string, environment: Readonly<Record<string, string>>, picture: Blob) {
    this.directory = directory;
    this.state = environment.EDGEMATTE_STATE;
    this.environment = environment;
    this.#picture = picture;
  }

  /** Makes one, which is not started. @param variables of the edge */
  static async make(variables: Readonly<Record<string, string>> = {}): Promise<LocalDeployment> {
    const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-deployment-'));
    const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory, 'repository'));
    const port = String(await freePort());
    const environment = {
      EDGEMATTE_STATE: path.join(directory, 'state'),
      EDGEMATTE_URL: `http://127.0.0.1:${port}`,
      PORT: port,
      INFERENCE_PORT: String(await freePort()),
      MODELS_MANIFEST: manifestPath,
      MODELS_DIR: modelsDirectory,
      ...variables,
    };
    return new LocalDeployment(directory, environment, new Blob([new Uint8Array(await photo('jpeg', 40, 30))]));
  }

  /** @returns what the start said */
  async start(): Promise<string> {
    this.#child = command(this.environment);
    return (await said(this.#child, /Ctrl-C stops it/)).text;
  }

  /** Number of the process of `npm start`. */
  get pid(): number {
    return Number(this.#child?.pid);
  }

  /** Resolves when that process has ended. */
  async ended(): Promise<void> {
    if (this.#child) await said(this.#child);
  }

  async stop(): Promise<void> {
    if (!this.#child) return;
    const ended = said(this.#child);
    this.#child.kill('SIGINT');
    this.#child = null;
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** One of the project's commands. @returns what it printed @throws where its status is not 0 */
  async script(name: string, ...words: readonly string[]): Promise<string> {
    const args = ['--import', 'tsx', inProject(`scripts/${name}.ts`), ...words];
    return (await run(process.execPath, args, { cwd: projectRoot, env: { ...process.env, ...this.environment } }))
      .stdout;
  }

  async createKey(): Promise<{ key: string; id: string }> {
    const words = ['create', '--type', 'test', '--credits', String(granted), '--rate', '10000', '--json'];
    return JSON.parse(await this.script('keys', ...words));
  }

  /** Credits that a key has left, with those that calls in work or cut off hold. */
  async balanceOf(id: string): Promise<number> {
    return JSON.parse(await this.script('keys', 'show', id, '--json')).balance;
  }

  /** An account, whose wallets are open. @returns its id */
  async createAccount(email: string): Promise<string> {
    const { ADMIN_TOKEN } = JSON.parse(readFileSync(path.join(this.state, 'secrets.json'), 'utf8'));
    const answer = await fetch(`${this.environment.EDGEMATTE_URL}/admin/accounts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse battery 7' }),
    });
    const { id } = (await answer.json()) as { id: string };
    return id;
  }

  /** Asks for a matte. @returns the status */
  async call(key: string): Promise<number> {
    const body = new FormData();
    body.append('file', this.#picture, 'photo.jpg');
    const address = `${this.environment.EDGEMATTE_URL}/v1.0/alpha-channel`;
    const answer = await fetch(address, { method: 'POST', headers: { 'X-API-Key': key }, body });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** Calls, one after the other on each of three lines, until it is stopped. A call that finds nobody, or is cut off, is the code of its error. */
  callOn(key: string) {
    const statuses: (number | string)[] = [];
    let goesOn = true;
    const line = async () => {
      while (goesOn) {
        const status = await this.call(key).catch((cause) => String(cause.cause?.code ?? cause));
        statuses.push(status);
        // Nobody is there, or not yet: others need the processor to start.
        if (status !== 200) await setTimeout(200);
      }
    };
    const lines = Promise.all([line(), line(), line()]);
    const stop = async () => {
      goesOn = false;
      await lines;
    };
    return { statuses, stop };
  }
}
