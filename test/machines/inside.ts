/** Runs in the namespace: the page from its first command to a machine that is killed and comes back; reports as JSON in its last line. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { familyOf } from '../start/processes.ts';
import { buildMachines, type Machine, machines, type Running, shell } from './network.ts';
import { commandsOfPage } from './page.ts';

/** What a start said that ended, and with which status. */
export interface Ended {
  readonly text: string;
  readonly status: number | null;
}

export interface Report {
  /** Starts that had something in their way. */
  readonly refused: { readonly withoutToken: Ended; readonly nobodyThere: Ended; readonly wrongToken: Ended };
  /** What the start said that went on with one machine of two. */
  readonly started: string;
  /** Statuses of calls with both machines, while one was killed, and until it was back. */
  readonly calls: { readonly both: number[]; readonly killed: number[]; readonly back: number[] };
  /** Networks that each machine ran, in the order of the page. */
  readonly runs: { readonly both: number[]; readonly back: number[] };
  /** Credits that were spent in the end. */
  readonly spent: number;
  /** What the first machine keeps of networks. */
  readonly weights: readonly string[];
  /** Processes of inference that `npm start` runs itself. */
  readonly ownInference: number;
}

const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-machines-'));
const running: Running[] = [];
const base = 'http://127.0.0.1:8787';
const creditsOfDemoKey = 1000;
/** For what takes seconds on a machine that is not busy. */
const patienceMs = 120_000;

process.on('exit', () => {
  for (const each of running) each.signal('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});
buildMachines();
console.log(JSON.stringify(await report()));
process.exit(0);

async function report(): Promise<Report> {
  const page = commandsOfPage();
  const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory, 'repository'));
  const TOKEN = await printed(page.token);
  const ofInference = { TOKEN, MODELS_MANIFEST: manifestPath, MODELS_DIR: modelsDirectory };
  const weights = path.join(directory, 'weights');
  const ofStart = { TOKEN, EDGEMATTE_STATE: path.join(directory, 'state'), MODELS_DIR: weights };
  const begin = (commands: string, environment: Readonly<Record<string, string>>, machine?: Machine) => {
    const begun = shell(commands, environment, machine);
    running.push(begun);
    return begun;
  };
  const ended = async (environment: Readonly<Record<string, string>>): Promise<Ended> => {
    const begun = begin(page.start, environment);
    return { status: await begun.ended, text: begun.text() };
  };
  const infer = async (index: 0 | 1) => {
    const begun = begin(page.inference[index], ofInference, machines[index]);
    await begun.said(/"event":"ready"/);
    return begun;
  };

  const withoutToken = await ended({ ...ofStart, TOKEN: '' });
  const nobodyThere = await ended(ofStart);
  await infer(0);
  const wrongToken = await ended({ ...ofStart, TOKEN: 'another' });
  await printed(page.ask, { TOKEN });
  // The second comes while the service runs already.
  const service = begin(page.start, ofStart);
  await service.said(/Ctrl-C stops it/);
  const started = service.text();
  let second = await infer(1);

  const [key = ''] = /test_[0-9A-Za-z]{38}/.exec(started) ?? [];
  const call = caller(key);
  const runs = () => Promise.all(machines.map((machine) => runsOf(machine, TOKEN)));
  const both: number[] = [];
  const untilMs = Date.now() + patienceMs;
  while (both.length < 10 || ((await runs()).includes(0) && Date.now() < untilMs)) both.push(await call());
  const runsOfBoth = await runs();

  const killed = [await call()];
  const during = call();
  second.signal('SIGKILL');
  killed.push(await during);
  while (killed.length < 12) killed.push(await call());

  second = await infer(1);
  const back: number[] = [];
  const backUntilMs = Date.now() + patienceMs;
  while ((await runsOf(machines[1], TOKEN)) === 0 && Date.now() < backUntilMs) {
    back.push(await call());
    await pause(100);
  }
  const runsOfBack = await runs();
  const good = [...both, ...killed, ...back].filter((status) => status === 200).length;
  const spent = await settled(() => spentBy(key), good);
  const ownInference = familyOf(service.pid).filter(({ command }) => command.includes('inference/main')).length;
  service.signal('SIGTERM');
  await service.ended;
  return {
    refused: { withoutToken, nobodyThere, wrongToken },
    started,
    calls: { both, killed, back },
    runs: { both: runsOfBoth, back: runsOfBack },
    spent,
    weights: namesIn(weights),
    ownInference,
  };
}

/** What commands print that end by themselves. @throws Error where they fail */
async function printed(commands: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const begun = shell(commands, environment);
  const status = await begun.ended;
  if (status !== 0) throw new Error(`${commands} ended with ${status}: ${begun.text()}`);
  return begun.text().trim();
}

/** Makes calls, each with another picture, and gives their statuses. */
function caller(key: string): () => Promise<number> {
  let width = 40;
  return async () => {
    const picture = await photo('jpeg', width++, 32);
    return (await sendWithFetch(base, multipartCall('/v1.0/alpha-channel', key, [filePart(picture)]))).status;
  };
}

/** Networks that a machine has run since it started. */
async function runsOf({ address }: Machine, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`http://${address}:8788/metrics`, { headers });
  const [, count = '0'] =
    /^edgematte_http_answers_total\{route="\/v2\/models\/:model\/infer",status="200"\} (\d+)$/m.exec(
      await answer.text(),
    ) ?? [];
  return Number(count);
}

async function spentBy(key: string): Promise<number> {
  const answer = await fetch(`${base}/available-credit`, { headers: { 'X-API-Key': key } });
  return creditsOfDemoKey - ((await answer.json()) as { credit: number }).credit;
}

/** A value once it is what it should be; the last one where it does not become so: a call is charged behind its last byte. */
async function settled(read: () => Promise<number>, expected: number): Promise<number> {
  for (let tries = 0; tries < 100 && (await read()) !== expected; tries++) await pause(50);
  return read();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
