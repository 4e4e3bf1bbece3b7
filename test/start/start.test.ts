/** `npm start` as a newcomer runs it: what it prints works, and what is in its way is said in one line. */
import { type ChildProcess, execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/inference/models/manifest.ts';
import { inProject } from '../../src/local/root.ts';
import { deep } from '../../testing/depth.ts';
import { freePort, listen } from '../../testing/free-port.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { Person } from '../../testing/person.ts';
import { readPngHeader } from '../../testing/png.ts';
import { makeWheel } from '../models/wheel.ts';
import { command, said } from './command.ts';
import { familyOf } from './processes.ts';

const run = promisify(execFile);
let directory: string;
let state: string;
let port: number;
let inferencePort: number;
/** Of networks that answer at once: what a start says and leaves behind does not depend on them. */
let tiny: Record<string, string>;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-start-'));
  state = path.join(directory, 'state');
  [port, inferencePort] = [await freePort(), await freePort()];
  const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory, 'repository'));
  await addNetworkOutOfReach(manifestPath);
  tiny = {
    MODELS_MANIFEST: manifestPath,
    MODELS_DIR: modelsDirectory,
    PIP_INDEX_URL: `http://127.0.0.1:${await freePort()}/simple`,
  };
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Gives the repository an optional network that makes no mattes, as a machine without PyPI has it. */
async function addNetworkOutOfReach(manifestPath: string): Promise<void> {
  const { roles, models, ...others } = await readManifest(manifestPath);
  const inputs = [{ name: 'image', datatype: 'UINT8', shape: [-1, 256, 256, 5] }];
  const extra = { ...models.luma, inputs, source: makeWheel(new Uint8Array(9)).source, optional: true };
  const changed = { ...others, roles: { ...roles, extra: 'extra' }, models: { ...models, extra } };
  writeFileSync(manifestPath, JSON.stringify(changed));
}

/** The command on this file's state and ports, as it ships. */
function startShipped(environment: Record<string, string> = {}): ChildProcess {
  return command({
    EDGEMATTE_STATE: state,
    PORT: String(port),
    INFERENCE_PORT: String(inferencePort),
    ...environment,
  });
}

/** The same once more: on tiny networks at a push, for one start loads the shipped ones. */
function startCommand(environment: Record<string, string> = {}): ChildProcess {
  return startShipped({ ...(deep ? {} : tiny), ...environment });
}

describe('a start', () => {
  let child: ChildProcess;
  let text: string;

  beforeAll(async () => {
    // Without what it has kept of earlier runs, tsx needs esbuild in each process.
    child = startShipped({ TSX_DISABLE_CACHE: '1', SERVICE_COMMIT: 'commit-of-this-test' });
    ({ text } = await said(child, /Ctrl-C stops it/));
  });
  afterAll(async () => {
    const ended = said(child);
    child.kill('SIGINT');
    await ended;
  });

  test('leaves no process of what built it', () => {
    const family = familyOf(child.pid ?? 0).map(({ command: line }) => line);
    expect(family.filter((line) => line.includes('workerd'))).not.toEqual([]);
    expect(family.filter((line) => line.includes('esbuild'))).toEqual([]);
  });

  /** Two browsers, of which one opens the printed link. The other comes as nginx does: no header says that it is there. */
  async function strangerAndStarter(): Promise<[Person, Person]> {
    const base = `http://127.0.0.1:${port}`;
    const [, link] = /Page\s+http:\/\/[^/]+(\/\S+)/.exec(text) ?? [];
    const [stranger, starter] = [new Person(base), new Person(base)];
    expect((await starter.visit(link)).location).toBe('/');
    return [stranger, starter];
  }

  test('says how long it took until it was ready', () => {
    const seconds = Number(/after ([\d.]+) s/.exec(text)?.[1]);
    console.log(`ready after ${seconds} s`);
    expect(seconds).toBeGreaterThan(0);
  });

  test('names version and commit, as does /healthz, the description and the log of each part', async () => {
    const [, version, commit] = /^Edgematte (\d+\.\d+\.\d+), commit (\S+)$/m.exec(text) ?? [];
    expect(commit).toBe('commit-of-this-test');
    const answers = ['/healthz', '/openapi.json'].map(async (at) =>
      (await fetch(`http://127.0.0.1:${port}${at}`)).json(),
    );
    expect(await Promise.all(answers)).toMatchObject([
      { version, commit },
      { info: { 'x-service-version': version, 'x-service-commit': commit } },
    ]);
    const log = readFileSync(path.join(state, 'logs/service.log'), 'utf8').split('\n');
    for (const event of ['began', 'ready']) {
      expect(
        log.find((line) => line.includes(`"event":"${event}"`) && line.includes(commit)),
        event,
      ).toContain(version);
    }
  });

  test.each([
    ['Cutout', { widthPx: 600, heightPx: 400, colourType: 6 }],
    ['Matte', { widthPx: 600, heightPx: 400, colourType: 0 }],
    ['Car', { widthPx: 720, heightPx: 540, colourType: 6 }],
  ])('prints a curl line for a %s that works unchanged', async (what, header) => {
    const line = new RegExp(`${what}\\s+(curl .*)`).exec(text)?.[1];
    expect(line).toBeDefined();
    const output = path.join(state, `${what}.png`);
    await run('sh', ['-c', (line ?? '').replace(/-o \S+/, `-s -o ${output}`)], { cwd: inProject() });
    expect(readPngHeader(readFileSync(output))).toMatchObject(header);
  });

  test('prints an account that signs in, confirmed and with credits', async () => {
    const [, email, password] = /Account\s+(\S+), password (\S+), at/.exec(text) ?? [];
    const word = readFileSync(path.join(state, 'start-word'), 'utf8').trim();
    const person = new Person(`http://127.0.0.1:${port}`, { startWord: word });
    expect((await person.signIn(email, password)).location).toBe('/dashboard');
    expect((await person.visit('/dashboard')).text).toContain('class="figure">50<');
  });

  test('shows the mailbox to the browser that opens the printed link, and to no other', async () => {
    const [stranger, starter] = await strangerAndStarter();
    expect((await stranger.visit('/dev/mail')).status).toBe(404);
    expect((await stranger.visit('/dev/mail.json')).status).toBe(404);
    expect((await starter.visit('/dev/mail')).status).toBe(200);
    starter.headers = { 'X-Forwarded-For': '192.0.2.1' };
    expect((await starter.visit('/dev/mail')).status).toBe(404);
  });

  test('is refused a second time on the same state folder, in one line', async () => {
    const second = await said(
      startCommand({ PORT: String(await freePort()), INFERENCE_PORT: String(await freePort()) }),
    );
    expect(second.status).toBe(1);
    expect(second.text.trim()).toMatch(/^Another start \(process \d+\) uses .*; stop it or set EDGEMATTE_STATE$/);
  });

  test('ends with everything it started on Ctrl-C, and starts again with the same demo key and account', async () => {
    const [key] = /test_[0-9A-Za-z]{38}/.exec(text) ?? [];
    const [account] = /Account .*/.exec(text) ?? [];
    const ended = said(child);
    child.kill('SIGINT');
    expect((await ended).status).toBe(0);
    for (const at of [port, inferencePort]) {
      const server = await listen(at);
      await new Promise((resolve) => server.close(resolve));
    }
    child = startCommand();
    ({ text } = await said(child, /Ctrl-C stops it/));
    expect(text).toContain(key);
    expect(text).toContain(account);
    const warning = /^Cannot fetch extra: .*PIP_INDEX_URL.* without extra meanwhile; the next start tries again$/m;
    expect(warning.test(text)).toBe(!deep);
    // The first start made the key when the page was up already.
    const [stranger, starter] = await strangerAndStarter();
    expect((await starter.visit('/')).text).toContain(key);
    expect((await stranger.visit('/')).text).not.toContain(key);
  });
});

describe('what is in the way is said in one line', () => {
  const elsewhere = () => ({ EDGEMATTE_STATE: path.join(directory, 'other') });

  test('a port in use', async () => {
    const taken = await freePort();
    const server = await listen(taken);
    const { text, status } = await said(startCommand({ ...elsewhere(), PORT: String(taken) }));
    await new Promise((resolve) => server.close(resolve));
    expect(status).toBe(1);
    expect(text.trim()).toBe(`Port ${taken} is in use; stop what uses it or set PORT to another one`);
  });

  const asNumber = 'Expected a whole number from 1 to 65535 for PORT but received';
  const asMatte = `Expected matte or ${deep ? 'isnet-general' : 'luma'} for`;
  test.each([
    [{ PORT: 'eighty' }, `${asNumber} eighty`],
    [{ PORT: '1e4' }, `${asNumber} 1e4`],
    [
      { PORT: '8787', INFERENCE_PORT: '8787' },
      'Expected two ports for PORT and INFERENCE_PORT but received 8787 twice',
    ],
    [{ MATTE_MODEL: 'nope' }, `${asMatte} MATTE_MODEL but received nope`],
    [{ MATTE_MODELS: 'matte, nope' }, `${asMatte} MATTE_MODELS but received nope`],
    [{ EDGEMATTE_STATE: '/dev/null/state' }, '/dev/null/state cannot be made ('],
    [{ EDGEMATTE_STATE: '/proc/edgematte' }, '/proc/edgematte cannot be made ('],
    [{ SUPPORT_EMAIL: 'nobody' }, 'Expected an e-mail address for SUPPORT_EMAIL but received nobody'],
  ])('%j', async (variables, line) => {
    const { text, status } = await said(startCommand({ ...elsewhere(), ...variables }));
    expect(status).toBe(1);
    expect(text.trim().split('\n')).toEqual([expect.stringContaining(line)]);
  });

  test.each(['secrets.json', 'demo-account.json'])('a half-written %s', async (name) => {
    const damaged = mkdtempSync(path.join(directory, 'damaged-'));
    writeFileSync(path.join(damaged, name), '{"KEY_HASH_SECRET":"a", "email":"demo@exam');
    const free = { PORT: String(await freePort()), INFERENCE_PORT: String(await freePort()) };
    const { text, status } = await said(startCommand({ ...free, EDGEMATTE_STATE: damaged }));
    expect(status).toBe(1);
    const line = text.trim().split('\n').at(-1);
    expect(line).toMatch(new RegExp(`^${path.join(damaged, name)} is damaged; .*delete it`));
  });

  test('a damaged directory of keys and accounts', async () => {
    const folder = path.join('workers', 'd1', 'miniflare-D1DatabaseObject');
    const [name] = readdirSync(path.join(state, folder)).filter((each) => /^[0-9a-f]{64}\.sqlite$/.test(each));
    const damaged = mkdtempSync(path.join(directory, 'damaged-'));
    mkdirSync(path.join(damaged, folder), { recursive: true });
    writeFileSync(path.join(damaged, folder, name), 'SQLite format 3\0'.repeat(1000));
    const free = { PORT: String(await freePort()), INFERENCE_PORT: String(await freePort()) };
    const { text, status } = await said(startCommand({ ...free, EDGEMATTE_STATE: damaged }));
    expect(status).toBe(1);
    const [, ...after] = text.trim().split('Building the Workers and loading the networks …\n');
    expect(after).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${path.join(damaged, folder, name)} cannot be used \\(SQLITE_[A-Z]+\\); restore it from a backup, or set`,
        ),
      ),
    ]);
    expect(after[0].split('\n')).toHaveLength(1);
  });

  test('a missing manifest', async () => {
    const free = { PORT: String(await freePort()), INFERENCE_PORT: String(await freePort()) };
    const { text, status } = await said(startCommand({ ...elsewhere(), ...free, MODELS_MANIFEST: 'nowhere.json' }));
    expect(status).toBe(1);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).toContain('nowhere.json');
  });
});
