/**
 * The one folder in which this machine keeps what must outlive a start: secrets, demo key, ledgers, weights.
 * Git ignores it; deleting it forgets everything.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../inference/models/folder.ts';
import { readState, writeWhole } from './state-file.ts';
import { StateLock } from './state-lock.ts';

const secretsShape = z.object({
  KEY_HASH_SECRET: z.string().min(1),
  ADMIN_TOKEN: z.string().min(1),
  INFERENCE_TOKEN: z.string().min(1),
  SESSION_SECRET: z.string().min(1),
});

/** What an operator adds to secrets.json when a secret is changed: its former values, separated by commas. */
const olderShape = z.object({
  KEY_HASH_SECRETS_OLD: z.string(),
  ADMIN_TOKENS_OLD: z.string(),
  INFERENCE_TOKENS_OLD: z.string(),
  SESSION_SECRETS_OLD: z.string(),
});

export type LocalSecrets = Readonly<z.infer<typeof secretsShape> & Partial<z.infer<typeof olderShape>>>;

const accountShape = z.object({ email: z.string(), password: z.string(), isMade: z.boolean() });

/** The demo account as it is kept. */
export type KeptAccount = Readonly<z.infer<typeof accountShape>>;

/** The folder, its lock and what is read from it. Made at first use, readable by its owner alone. */
export class LocalState {
  readonly directory: string;
  readonly lock: StateLock;

  constructor(directory: string) {
    this.directory = path.resolve(directory);
    makeStateFolder(this.directory);
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
    const wayOut = 'restore it from a backup, or delete it: then keys, sessions and second factors made before it end';
    const kept = readState(file, secretsShape.extend(olderShape.shape).partial(), wayOut) ?? {};
    const secret = () => randomBytes(32).toString('base64url');
    const made = {
      KEY_HASH_SECRET: secret(),
      ADMIN_TOKEN: secret(),
      INFERENCE_TOKEN: secret(),
      SESSION_SECRET: secret(),
    };
    const all: LocalSecrets = { ...made, ...kept };
    if (Object.keys(made).some((name) => !(name in kept))) writeWhole(file, `${JSON.stringify(all, null, 2)}\n`);
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
    writeWhole(this.#demoKeyFile, `${key}\n`);
  }

  /** How to sign in to the demo account, and whether it was made; null before the first start. */
  demoAccount(): KeptAccount | null {
    const wayOut = 'delete it, and choose a new password for the account at /sign-in: its mail is at /dev/mail';
    return readState(this.#demoAccountFile, accountShape, wayOut);
  }

  keepDemoAccount(account: KeptAccount): void {
    writeWhole(this.#demoAccountFile, `${JSON.stringify(account)}\n`);
  }

  /** The word of this start, made anew; kept for programs that read the mailbox of this machine. */
  newStartWord(): string {
    const word = randomBytes(16).toString('base64url');
    writeWhole(path.join(this.directory, 'start-word'), `${word}\n`);
    return word;
  }

  get #demoAccountFile(): string {
    return path.join(this.directory, 'demo-account.json');
  }

  get #demoKeyFile(): string {
    return path.join(this.directory, 'demo-key');
  }
}

/** @throws Error in one line where there is no folder and none can be made */
function makeStateFolder(directory: string): void {
  try {
    makeFolder(directory, 0o700);
  } catch (cause) {
    throw new Error(
      `${directory} cannot be made (${(cause as Error).message}); set EDGEMATTE_STATE to a folder that can`,
    );
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
