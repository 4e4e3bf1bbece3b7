/** The whole service on this machine for a test file: real Workers, real ledgers, real inference. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type InferenceProcess, startInferenceProcess } from '../src/local/inference-process.ts';
import { startWorkersProcess, type WorkersProcess } from '../src/local/workers-process.ts';
import { everyTestModel, type TestModelName, writeTestRepository } from '../testing/models/tiny.ts';
import { startWordOfTests } from '../testing/person.ts';
import { keyHashSecret } from './keys.ts';

const secrets = {
  KEY_HASH_SECRET: keyHashSecret,
  ADMIN_TOKEN: 'end-to-end-admin-token',
  INFERENCE_TOKEN: 'end-to-end-inference-token',
  SESSION_SECRET: 'end-to-end session secret of 44 characters .',
};

export interface KeyTerms {
  readonly credits?: number;
  readonly rate?: number;
  readonly type?: 'live' | 'test';
  readonly endpoints?: readonly string[];
  readonly expires?: string;
}

export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

/** Where a running service is. */
export interface AddressOfStack {
  /** Without a trailing slash. */
  readonly base: string;
  readonly inference: { readonly port: number };
  /** What the inference service wants as a bearer token. */
  readonly inferenceToken: string;
}

/** A running service for its callers: all that a test file may do with one that others call as well. */
export interface SharedStack extends AddressOfStack {
  createKey(terms?: KeyTerms): Promise<CreatedKey>;
  /** Calls the admin API. */
  admin(method: string, path: string, body?: unknown): Promise<Response>;
  credit(key: string): Promise<number>;
}

/** What its owner has, who may break it and read what all callers left in it. */
export interface Stack extends SharedStack {
  readonly workers: WorkersProcess;
  readonly inference: InferenceProcess;
  /** Lines that the Workers printed. */
  readonly output: string[];
  /** Starts inference anew on the port it had, whether it still lives or not. */
  restartInference(): Promise<void>;
  /** Starts the Workers anew on the state they left; the address changes. */
  restartWorkers(): Promise<void>;
  /** Starts Workers beside those that run, on the same state, as a forgotten process would be. The caller stops them. */
  startWorkersBeside(): Promise<WorkersProcess>;
  stop(): Promise<void>;
}

export interface StackSettings {
  /** Names of tiny networks that answer at once, or the shipped weights. All tiny ones when left out. */
  readonly models?: readonly TestModelName[] | 'real';
  readonly edgeVariables?: Readonly<Record<string, string>>;
  readonly inferenceVariables?: Readonly<Record<string, string>>;
  /** Where ledgers and directory are kept; a folder of its own when left out. */
  readonly stateDirectory?: string;
  /** Starts another inference service with these variables. */
  readonly startInference?: typeof startInferenceProcess;
  /** Over those of the stack, so that a test can be put between gateway and inference. */
  readonly gatewayVariables?: Readonly<Record<string, string>>;
}

const { KEY_HASH_SECRET, ADMIN_TOKEN, SESSION_SECRET } = secrets;
const edgeVariablesOfTests = {
  ...{ KEY_HASH_SECRET, ADMIN_TOKEN, SESSION_SECRET },
  ...{ LOCAL_MAIL: 'on', START_WORD: startWordOfTests },
};

/** Starts a service of its own; a test file calls it once and stops it at the end. */
export async function startStack(settings: StackSettings = {}): Promise<Stack> {
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-test-'));
  const { models = everyTestModel, startInference = startInferenceProcess } = settings;
  const repository = models === 'real' ? {} : await testRepository(directory, models);
  const inferenceVariables = {
    INFERENCE_PORT: '0',
    INFERENCE_TOKEN: secrets.INFERENCE_TOKEN,
    ...repository,
    ...settings.inferenceVariables,
  };
  let inference = await startInference(inferenceVariables);
  const output: string[] = [];
  const workerSettings = {
    port: 0,
    stateDirectory: settings.stateDirectory ?? path.join(directory, 'workers'),
    edgeVariables: { ...edgeVariablesOfTests, ...settings.edgeVariables },
    gatewayVariables: {
      INFERENCE_TOKEN: secrets.INFERENCE_TOKEN,
      INFERENCE_URL: `http://127.0.0.1:${inference.port}`,
      ...settings.gatewayVariables,
    },
  };
  const startWorkers = () => startWorkersProcess(workerSettings, (line) => output.push(line));
  // On a machine that is busy with other files miniflare fails at times while it starts (`false == true`): once more.
  let workers = await startWorkers().catch(startWorkers);

  return {
    ...callsOf(() => workers.base),
    get base() {
      return workers.base;
    },
    get workers() {
      return workers;
    },
    output,
    inferenceToken: secrets.INFERENCE_TOKEN,
    get inference() {
      return inference;
    },
    async restartInference() {
      const port = inference.port;
      await inference.stop();
      inference = await startInference({ ...inferenceVariables, INFERENCE_PORT: String(port) });
    },
    async restartWorkers() {
      await workers.stop();
      workers = await startWorkers();
    },
    startWorkersBeside: startWorkers,
    async stop() {
      await Promise.all([workers.stop(), inference.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A service that `startStack` started, for another process than the one that did. */
export function stackAt(address: AddressOfStack): SharedStack {
  return { ...address, ...callsOf(() => address.base) };
}

/** @param base asked anew for each call, for it changes with a restart */
function callsOf(base: () => string): Omit<SharedStack, keyof AddressOfStack> {
  const admin = (method: string, route: string, body?: unknown) =>
    fetch(`${base()}/admin${route}`, {
      method,
      headers: { Authorization: `Bearer ${secrets.ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    admin,
    async createKey({ credits = 100, rate = 1000, type = 'test', endpoints, expires } = {}) {
      const answer = await admin('POST', '/keys', { type, credits, rate_per_minute: rate, endpoints, expires });
      if (!answer.ok) throw new Error(`No key was created: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as CreatedKey;
    },
    async credit(key) {
      const answer = await fetch(`${base()}/available-credit`, { headers: { 'X-API-Key': key } });
      return ((await answer.json()) as { credit: number }).credit;
    },
  };
}

async function testRepository(directory: string, models: readonly TestModelName[]): Promise<Record<string, string>> {
  const repository = path.join(directory, 'repository');
  await writeTestRepository(repository, models);
  return {
    MODELS_MANIFEST: path.join(repository, 'manifest.json'),
    MODELS_DIR: path.join(repository, 'models'),
  };
}
