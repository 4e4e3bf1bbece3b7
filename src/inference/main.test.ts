/** The service as a process: what an operator, a container and a parent program see of it. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { createNetworksClient } from '../wire/protocol/client.ts';
import { messageHeaders } from '../wire/protocol/frame.ts';
import { encodeInferRequest } from '../wire/protocol/message.ts';
import { type LogLine, until } from './testing/service.ts';

interface Form {
  readonly file: string;
  /** Of Node. */
  readonly flags: readonly string[];
}

const project = fileURLToPath(new URL('../..', import.meta.url));
const source: Form = { file: fileURLToPath(new URL('./main.ts', import.meta.url)), flags: ['--import', 'tsx'] };
/** What all but one test start: to read TypeScript takes longer than what they ask. */
const bundle: Form = {
  file: path.join(project, `node_modules/.cache/edgematte-bundle-${process.pid}/main.js`),
  flags: [],
};
let directory: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  const entry = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  await build({
    entryPoints: {
      main: source.file,
      'session-child': entry('./scheduler/session-child.ts'),
      'lane-child': entry('./lane/lane-child.ts'),
    },
    outdir: path.dirname(bundle.file),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  await copyFile(entry('../pixels/kernels/kernels.wasm'), path.join(path.dirname(bundle.file), 'kernels.wasm'));
  directory = await mkdtemp(path.join(tmpdir(), 'edgematte-main-'));
  const { manifestPath, modelsDirectory } = await writeTestRepository(directory);
  environment = {
    PATH: process.env.PATH,
    INFERENCE_PORT: '0',
    MODELS_MANIFEST: manifestPath,
    MODELS_DIR: modelsDirectory,
  };
});
afterAll(async () => {
  for (const folder of [directory, path.dirname(bundle.file)]) await rm(folder, { recursive: true, force: true });
});

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function watch(child: ChildProcess) {
  started.push(child);
  const lines: LogLine[] = [];
  const text = { out: '', err: '' };
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      text.out += `${line}\n`;
      if (line.startsWith('{')) lines.push(JSON.parse(line) as LogLine);
    });
  }
  child.stderr?.on('data', (chunk: Buffer) => {
    text.err += chunk.toString();
  });
  const ended = new Promise<{ status: number | null; signal: string | null }>((resolve) => {
    child.once('exit', async (status, signal) => {
      // Not its `close`: that never comes for a child whose channel was disconnected from this side.
      await Promise.all([child.stdout, child.stderr].map((stream) => stream && !stream.closed && finished(stream)));
      resolve({ status, signal });
    });
  });
  const line = async (event: string): Promise<LogLine> => {
    await until(`${event} in ${text.out}${text.err}`, () => lines.some((entry) => entry.event === event));
    return lines.find((entry) => entry.event === event) as LogLine;
  };
  return { child, text, ended, line };
}

function run(variables: NodeJS.ProcessEnv = {}, args: readonly string[] = [], { file, flags } = bundle) {
  const env = { ...environment, ...variables };
  return watch(spawn(process.execPath, [...flags, file, ...args], { cwd: project, env }));
}

const image = {
  name: 'image',
  datatype: 'UINT8' as const,
  shape: [1, 256, 256, 3],
  data: new Uint8Array(196_608).fill(9),
};

/** Runs the network once. @returns the matte's first value */
async function inferOnce(port: unknown): Promise<number> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createNetworksClient({ fetch, baseUrl, deadlineMs: Date.now() + 60_000 });
  const [matte] = await client.infer('matte', [image]);
  return matte.data[0];
}

const alive = (pid: unknown): boolean => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

describe('the process', () => {
  it('names a variable that is no setting any more', async () => {
    const { line } = run({ LANE_STALL_MS: '5' });
    expect(await line('removed-settings')).toMatchObject({
      level: 'warn',
      reason: 'No longer settings, and without effect: LANE_STALL_MS',
    });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('serves after its ready line and ends with 0 on %s', async (signal) => {
    const { child, ended, line, text } = run();
    const { port } = await line('ready');
    expect(port).toBeGreaterThan(0);
    expect(await inferOnce(port)).toBe(9);
    child.kill(signal);
    expect(await ended).toEqual({ status: 0, signal: null });
    expect(alive((await line('child-started')).pid)).toBe(false);
    expect(text.err).toBe('');
    for (const entry of text.out.trim().split('\n')) {
      expect(JSON.parse(entry)).toMatchObject({
        time: expect.any(String),
        level: expect.any(String),
        event: expect.any(String),
      });
    }
  });

  it('finishes accepted work on SIGTERM, a body on its way included, and takes no new connection', async () => {
    const { child, ended, line } = run();
    const { port } = await line('ready');
    const message = encodeInferRequest({ inputs: [image], binaryOutput: true });
    const length = { 'Content-Length': message.body.length, Expect: '100-continue' };
    const options = { method: 'POST', headers: { ...messageHeaders(message), ...length } };
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`http://127.0.0.1:${port}/v2/models/matte/infer`, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.write(message.body.subarray(0, 1000));
      // Said by the server once it has the request.
      sent.on('continue', async () => {
        child.kill('SIGTERM');
        await line('ending');
        await expect(fetch(`http://127.0.0.1:${port}/v2/health/live`)).rejects.toThrow();
        sent.end(message.body.subarray(1000));
      });
    });
    expect(await answered).toBe(200);
    expect((await ended).status).toBe(0);
  });

  it('explains itself with --help', async () => {
    const { ended, text } = run({}, ['--help']);
    expect((await ended).status).toBe(0);
    expect(text.out).toMatch(/^ {2}INFERENCE_PORT +Port of the inference service; .* \(8788; 0 to 65535\)$/m);
  });

  it('runs the portable runtime', async () => {
    const { line } = run({ INFERENCE_RUNTIME: 'wasm' });
    const { port, runtime } = await line('ready');
    expect(runtime).toBe('wasm');
    expect(await inferOnce(port)).toBe(9);
  });

  it('ends with the parent that forked it, children included', async () => {
    const env = { ...environment };
    const { child, ended, line } = watch(
      fork(bundle.file, [], { cwd: project, env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
    );
    await line('ready');
    const { pid } = await line('child-started');
    child.disconnect();
    expect(await ended).toEqual({ status: 0, signal: null });
    expect(alive(pid)).toBe(false);
  });

  it('leaves no child behind when it is killed itself', async () => {
    const { child, ended, line } = run();
    await line('ready');
    const { pid } = await line('child-started');
    child.kill('SIGKILL');
    await ended;
    await until('the session child ended', () => !alive(pid));
  });
});

describe('what is in the way is said in one line, with status 1', () => {
  it.each([
    [
      'missing weights',
      { MODELS_DIR: '/nowhere' },
      /^The weights of luma are missing: there is no \/nowhere\/luma\/model\.onnx\. .*\n$/,
    ],
    [
      'a missing manifest',
      { MODELS_MANIFEST: '/nowhere.json' },
      /^Cannot read the model manifest \/nowhere\.json: .*\n$/,
    ],
    [
      'a wrong setting',
      { INFERENCE_PORT: 'x' },
      /^Expected a whole number from 0 to 65535 for INFERENCE_PORT but received x\n$/,
    ],
    [
      'a folder of sockets that is not there',
      { LANE_SOCKETS_DIR: '/nowhere' },
      /^Expected a folder that can be written for LANE_SOCKETS_DIR but received \/nowhere \(.*\)\n$/,
    ],
    [
      'a folder of sockets that is too deep',
      { LANE_SOCKETS_DIR: `/${'a'.repeat(90)}` },
      /^Expected a shorter path for LANE_SOCKETS_DIR but received \/a{90}\n$/,
    ],
    ['an unknown address', { INFERENCE_HOST: '192.0.2.1' }, /^Cannot listen on port 0 of 192\.0\.2\.1: .*\n$/],
  ])('%s', async (_, variables, message) => {
    const { ended, text } = run(variables);
    expect((await ended).status).toBe(1);
    expect(text.err).toMatch(message);
  });

  it('a port in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const { ended, text } = run({ INFERENCE_PORT: String(port) });
    expect((await ended).status).toBe(1);
    expect(text.err).toBe(`Another program listens on port ${port} of 127.0.0.1. Stop it or set INFERENCE_PORT\n`);
    other.close();
  });

  it('an unknown argument', async () => {
    const { ended, text } = run({}, ['--port']);
    expect((await ended).status).toBe(1);
    expect(text.err).toMatch(/^Unknown option '--port'.*\n$/);
  });
});

it('a bundle works like the source, with the session child beside it', async () => {
  for (const form of [bundle, source]) {
    const { child, ended, line } = run({}, [], form);
    expect(await inferOnce((await line('ready')).port)).toBe(9);
    child.kill('SIGTERM');
    expect((await ended).status).toBe(0);
  }
});
