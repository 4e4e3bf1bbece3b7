/** `npm run restart` under calls: none is refused, and never have two processes the ledgers open. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../src/start/root.ts';
import { freePort } from '../../testing/free-port.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { missing } from '../../testing/needs.ts';
import { photo } from '../../testing/photos.ts';
import { creditCall, filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { describeWith } from '../run/describe-with.ts';
import { command, said } from './command.ts';
import { familyOf, livingOf } from './processes.ts';

const run = promisify(execFile);
const callers = 3;

describeWith(missing('linux'), 'a restart', () => {
  let directory: string;
  let environment: Record<string, string>;
  let child: ReturnType<typeof command>;
  let text: string;
  let base: string;
  let key: string;

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'edgematte-restart-'));
    const { manifestPath, modelsDirectory } = await writeTestRepository(path.join(directory, 'repository'));
    const port = await freePort();
    environment = {
      EDGEMATTE_STATE: path.join(directory, 'state'),
      MODELS_MANIFEST: manifestPath,
      MODELS_DIR: modelsDirectory,
      PORT: String(port),
      INFERENCE_PORT: String(await freePort()),
    };
    base = `http://127.0.0.1:${port}`;
    child = command(environment);
    ({ text } = await said(child, /Ctrl-C stops it/));
    [key = ''] = /test_[0-9A-Za-z]{38}/.exec(text) ?? [];
  });
  afterAll(async () => {
    const ended = said(child);
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  });

  const restart = () =>
    run(process.execPath, ['--import', 'tsx', inProject('scripts/restart.ts')], {
      env: { ...process.env, ...environment },
    });
  const credit = async () => {
    const { body } = await sendWithFetch(base, creditCall(key));
    return (JSON.parse(String(body)) as { credit: number }).credit;
  };
  const workerds = () =>
    familyOf(Number(child.pid))
      .filter((each) => /workerd serve/.test(each.command))
      .map(({ pid }) => pid);

  /** Calls one after the other until `isOver`, and the statuses; 0 where a connection failed. */
  async function caller(isOver: () => boolean): Promise<number[]> {
    const picture = await photo();
    const statuses: number[] = [];
    while (!isOver()) {
      const call = multipartCall('/v1.0/alpha-channel', key, [filePart(picture)]);
      statuses.push(
        await sendWithFetch(base, call).then(
          ({ status }) => status,
          () => 0,
        ),
      );
    }
    return statuses;
  }

  /** Numbers of processes that had a database of the state open at the same time, of all looks. */
  async function owners(isOver: () => boolean): Promise<number[][]> {
    const seen: number[][] = [];
    while (!isOver()) {
      seen.push(
        familyOf(Number(child.pid))
          .map(({ pid }) => pid)
          .filter(hasDatabaseOpen),
      );
      await pause(20);
    }
    return seen;
  }

  test('refuses no connection, opens no state twice, and another workerd answers', { timeout: 240_000 }, async () => {
    const [before, [old]] = [await credit(), workerds()];
    let isOver = false;
    const calling = Array.from({ length: callers }, () => caller(() => isOver));
    const looking = owners(() => isOver);
    const { stdout } = await restart();
    isOver = true;
    const statuses = (await Promise.all(calling)).flat();
    expect(stdout).toMatch(/^Ready again after [\d.]+ s$/m);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const seen = await looking;
    expect(Math.max(...seen.map(({ length }) => length))).toBe(1);
    const [now] = workerds();
    expect(livingOf([old])).toEqual([]);
    // Both were looked at.
    for (const pid of [old, now]) expect(seen.flat()).toContain(pid);
    await expect.poll(credit).toBe(before - statuses.length);
  });

  test('of another folder is refused in one line', async () => {
    const other = path.join(directory, 'other');
    const refused = await run(process.execPath, ['--import', 'tsx', inProject('scripts/restart.ts')], {
      env: { ...process.env, EDGEMATTE_STATE: other },
    }).catch((cause: { code: number; stderr: string }) => cause);
    expect(refused).toMatchObject({
      code: 1,
      stderr: `No npm start that is ready, and can be restarted, uses ${other}\n`,
    });
  });

  /** Whether a process has ledgers or directory open. */
  function hasDatabaseOpen(pid: number): boolean {
    try {
      const folder = `/proc/${pid}/fd`;
      return readdirSync(folder).some((fd) => {
        const file = linkOf(`${folder}/${fd}`);
        return file.startsWith(environment.EDGEMATTE_STATE) && file.endsWith('.sqlite');
      });
    } catch {
      return false;
    }
  }
});

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return ''; // It was closed while the list was read.
  }
}
