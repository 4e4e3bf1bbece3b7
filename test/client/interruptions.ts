/** A folder of pictures, one command, and an end by force now of the command and now of the service, until all is done. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode, paint } from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import { settled } from '../accounts.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';
import { edgematte } from './command.ts';
import { Recorder } from './recorder.ts';

/**
 * Of a hold of a killed service: as long, a repeat of its call is still "in progress". A hold of one that lives does not
 * lapse, however long the machine stands still.
 */
const leaseMs = 30_000;

export interface Interrupted {
  /** How often the command was begun. */
  readonly runs: number;
  readonly pictures: readonly PictureFate[];
  /** The output of the last run, standard error included. */
  readonly lastWords: string;
  readonly lastStatus: number | null;
  /** Files in the folder of results that are no result. */
  readonly strays: readonly string[];
}

export interface PictureFate {
  readonly name: string;
  /** Whether its result is there, whole and of its size. */
  readonly isThere: boolean;
  readonly charges: number;
  readonly calls: number;
  /** Whether it was in work when the service was killed. */
  readonly struck: boolean;
}

/**
 * Runs it.
 * @param pictures how many, at most 1,600: each has a size of its own, by which its result is known
 * @param kills how often the command is killed, and how often the service
 */
export async function runInterrupted(pictures: number, kills: number): Promise<Interrupted> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-interruptions-'));
  const stack = await startStack({ edgeVariables: { LEASE_MS: String(leaseMs) } });
  const recorder = await Recorder.start();
  try {
    recorder.targetPort = portOf(stack);
    const key = await stack.createKey({ credits: pictures * 2, rate: 100_000 });
    await drawPictures(path.join(folder, 'photos'), pictures);
    const begin = () =>
      edgematte({ address: recorder.address, key: key.key, folder }, [
        ...['cutout', 'photos', '--out', 'results', '--yes', '--json', '--parallel', '6'],
      ]);

    let runs = 1;
    let running = begin();
    for (let kill = 0; kill < kills * 2; kill++) {
      const before = recorder.passed.length;
      await recorder.ended(Math.max(before - 6, Math.round((pictures * (kill + 1)) / (kills * 2 + 1))));
      // Somewhere within the calls that are then in work.
      await new Promise((resolve) => setTimeout(resolve, (kill * 37) % 90));
      if (kill % 2 === 0) {
        running.child.kill('SIGKILL');
        await running.ended;
        runs++;
        running = begin();
      } else {
        recorder.strike();
        stack.workers.kill();
        await stack.restartWorkers();
        recorder.targetPort = portOf(stack);
      }
    }
    let last = await running.ended;
    for (; last.status !== 0 && runs < kills + 5; runs++) last = await begin().ended;
    await settled(stack, key, leaseMs + 30_000);
    return {
      runs,
      pictures: await fatesOf(stack, key, recorder, folder, pictures),
      lastWords: last.stdout.toString().slice(-500) + last.stderr,
      lastStatus: last.status,
      strays: readdirSync(path.join(folder, 'results')).filter((name) => !/^\d+-cutout\.png$/.test(name)),
    };
  } finally {
    await stack.stop();
    await recorder.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fatesOf(
  stack: Stack,
  key: CreatedKey,
  { passed }: Recorder,
  folder: string,
  pictures: number,
): Promise<PictureFate[]> {
  const charged = await chargedIds(stack, key);
  const journal = readFileSync(path.join(folder, 'results/.edgematte.journal'), 'utf8').trim().split('\n');
  const lines = journal.map((line) => JSON.parse(line) as { readonly picture: string; readonly name: string });
  return Array.from({ length: pictures }, (_, at) => {
    const file = `${at}.png`;
    const names = new Set(lines.filter(({ picture }) => path.basename(picture) === file).map(({ name }) => name));
    const calls = passed.filter(({ name }) => names.has(name));
    return {
      name: file,
      isThere: isResult(path.join(folder, 'results', `${at}-cutout.png`), at),
      charges: calls.filter(({ requestId }) => charged.has(requestId)).length,
      calls: calls.length,
      struck: calls.some(({ struck }) => struck),
    };
  });
}

/** Request ids of all charges of a key. */
async function chargedIds(stack: Stack, { id }: CreatedKey): Promise<Set<string>> {
  const charged = new Set<string>();
  for (let cursor = ''; ; ) {
    const page = (await (await stack.admin('GET', `/keys/${id}/entries?limit=200${cursor}`)).json()) as {
      readonly entries: readonly { readonly kind: string; readonly request_id: string }[];
      readonly next_cursor: string | null;
    };
    for (const { kind, request_id } of page.entries) if (kind === 'charge') charged.add(request_id);
    if (page.next_cursor === null) return charged;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

async function drawPictures(folder: string, pictures: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < pictures; at++) {
    const [width, height] = sizeOf(at);
    const picture = paint(width, height, 3, (x, y) => [(x * 9) % 256, 255, (y * 7 + at) % 256]);
    writeFileSync(path.join(folder, `${at}.png`), await encode(picture, 'png'));
  }
}

function sizeOf(at: number): readonly [width: number, height: number] {
  return [16 + (at % 40), 16 + Math.floor(at / 40)];
}

function isResult(file: string, at: number): boolean {
  try {
    const png = readFileSync(file);
    const { widthPx, heightPx } = readPngHeader(png);
    const [width, height] = sizeOf(at);
    return widthPx === width && heightPx === height && png.subarray(-8, -4).toString('latin1') === 'IEND';
  } catch {
    return false;
  }
}

function portOf({ base }: Stack): number {
  return Number(new URL(base).port);
}
