/**
 * The one folder in which this machine keeps what must outlive a start: secrets, demo key, ledgers, weights.
 * Git ignores it; deleting it forgets everything.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './root.ts';

export interface LocalSecrets {
  readonly KEY_HASH_SECRET: string;
  readonly ADMIN_TOKEN: string;
  readonly INFERENCE_TOKEN: string;
}

export class LocalState {
  readonly directory: string;

  constructor(directory = process.env.EDGEMATTE_STATE ?? inProject('.edgematte')) {
    this.directory = path.resolve(directory);
    mkdirSync(this.directory, { recursive: true });
  }

  get workersDirectory(): string {
    return path.join(this.directory, 'workers');
  }

  /** The secrets of this folder, made at the first call. Readable by their owner alone. */
  secrets(): LocalSecrets {
    const file = path.join(this.directory, 'secrets.json');
    if (!existsSync(file)) {
      const secret = () => randomBytes(32).toString('base64url');
      const made: LocalSecrets = { KEY_HASH_SECRET: secret(), ADMIN_TOKEN: secret(), INFERENCE_TOKEN: secret() };
      writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
    }
    return JSON.parse(readFileSync(file, 'utf8')) as LocalSecrets;
  }

  /** The demo key in plain text, the one key that is kept so; null before it was made. */
  demoKey(): string | null {
    const file = this.demoKeyFile;
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  }

  forgetDemoKey(): void {
    rmSync(this.demoKeyFile, { force: true });
  }

  keepDemoKey(key: string): void {
    writeFileSync(this.demoKeyFile, `${key}\n`, { mode: 0o600 });
  }

  /**
   * Claims the folder for this process.
   * @returns what gives it back
   * @throws Error naming the process that has it
   */
  lock(): () => void {
    const file = path.join(this.directory, 'lock');
    const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (owner > 0 && owner !== process.pid && isAlive(owner)) {
      throw new Error(`Another start (process ${owner}) uses ${this.directory}; stop it or set EDGEMATTE_STATE`);
    }
    writeFileSync(file, String(process.pid));
    return () => rmSync(file, { force: true });
  }

  private get demoKeyFile(): string {
    return path.join(this.directory, 'demo-key');
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
