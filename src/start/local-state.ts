/**
 * The one folder in which this machine keeps what must outlive a start: secrets, demo key, ledgers, weights.
 * Git ignores it; deleting it forgets everything.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StateLock } from './state-lock.ts';

export interface LocalSecrets {
  readonly KEY_HASH_SECRET: string;
  readonly ADMIN_TOKEN: string;
  readonly INFERENCE_TOKEN: string;
  readonly SESSION_SECRET: string;
}

/** The demo account as it is kept. */
export interface KeptAccount {
  readonly email: string;
  readonly password: string;
  readonly isMade: boolean;
}

/** The folder, its lock and what is read from it. Made at first use, readable by its owner alone. */
export class LocalState {
  readonly directory: string;
  readonly lock: StateLock;

  constructor(directory: string) {
    this.directory = path.resolve(directory);
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    this.lock = new StateLock(this.directory);
  }

  get workersDirectory(): string {
    return path.join(this.directory, 'workers');
  }

  get logsDirectory(): string {
    return path.join(this.directory, 'logs');
  }

  /** Makes folder and ledgers their owner's alone, also those of versions that left them open. Once claimed. */
  protect(): void {
    chmodSync(this.directory, 0o700);
    mkdirSync(this.workersDirectory, { recursive: true, mode: 0o700 });
    closeToOthers(this.workersDirectory);
  }

  /** The secrets of this folder. What it lacks is made, and stays. Readable by their owner alone. */
  secrets(): LocalSecrets {
    const file = path.join(this.directory, 'secrets.json');
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<LocalSecrets>) : {};
    const secret = () => randomBytes(32).toString('base64url');
    const made = {
      KEY_HASH_SECRET: secret(),
      ADMIN_TOKEN: secret(),
      INFERENCE_TOKEN: secret(),
      SESSION_SECRET: secret(),
    };
    const all: LocalSecrets = { ...made, ...kept };
    // A whole file takes the place of the one before: half of one would be no secrets at all.
    if (Object.keys(made).some((name) => !(name in kept))) {
      writeFileSync(`${file}.new`, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    return all;
  }

  /** The demo key in plain text, the one key that is kept so; null before it was made. */
  demoKey(): string | null {
    const file = this.#demoKeyFile;
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  }

  forgetDemoKey(): void {
    rmSync(this.#demoKeyFile, { force: true });
  }

  keepDemoKey(key: string): void {
    writeFileSync(this.#demoKeyFile, `${key}\n`, { mode: 0o600 });
  }

  /** How to sign in to the demo account, and whether it was made; null before the first start. */
  demoAccount(): KeptAccount | null {
    const file = this.#demoAccountFile;
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptAccount) : null;
  }

  keepDemoAccount(account: KeptAccount): void {
    writeFileSync(this.#demoAccountFile, `${JSON.stringify(account)}\n`, { mode: 0o600 });
  }

  get #demoAccountFile(): string {
    return path.join(this.directory, 'demo-account.json');
  }

  get #demoKeyFile(): string {
    return path.join(this.directory, 'demo-key');
  }
}

/** Takes the rights of others away from a folder and all in it. */
function closeToOthers(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const found = path.join(directory, entry.name);
    if (entry.isDirectory()) closeToOthers(found);
    else if (entry.isFile()) chmodSync(found, 0o600);
  }
}
