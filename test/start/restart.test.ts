/**
 * `npm run restart` under calls: none is refused, none is 5xx, each is charged once, and never have two processes the ledgers open.
 * Whichever process of it is killed meanwhile, one service is left, and nothing beside it.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { StateLock } from '../../src/local/state-lock.ts';
import { missing } from '../../testing/needs.ts';
import { photo } from '../../testing/photos.ts';
import { type Call, creditCall, filePart, multipartCall } from '../../testing/requests.ts';
import { describeWith } from '../run/describe-with.ts';
import { granted, LocalDeployment, longestWaitS } from './deployment.ts';
import { familyOf, livingOf } from './processes.ts';

/** Between two questions of a caller who does not wait for answers. */
const everyMs = 10;
/** For what takes seconds on a machine that is not busy: the slowest restart, three times as slow. */
const patienceMs = 180_000;
vi.setConfig({ testTimeout: 600_000 });

/** What a service consists of, by the commands of its processes. */
const parts = {
  workerd: /workerd serve/,
  'the guard of workerd': /guard\.sh/,
  'the process of the Workers': /workers-host/,
  inference: /inference\/main/,
  'a process of networks': /session-child/,
};
type Part = keyof typeof parts;

/** Sends a call on a connection of its own. @returns its status; the reason where there was no answer, or where no Worker gave it */
function send(base: string, { method, path, headers, body }: Call): Promise<number | string> {
  return new Promise((resolve) => {
    const options = { method, agent: false, headers: { ...headers, Connection: 'close' } };
    const sent = request(base + path, options, (answer) => {
      const isOfWorker = answer.headers['x-request-id'] !== undefined;
      answer.on('error', (cause) => resolve(cause.message));
      answer.on('end', () => resolve(isOfWorker ? (answer.statusCode ?? 0) : 'turned away'));
      answer.resume();
    });
    sent.on('error', (cause) => resolve(cause.message));
    sent.end(body);
  });
}

describeWith(missing('linux') ?? missing('execve'), 'a restart', () => {
  let deployment: LocalDeployment;
  let base: string;
  let key: { key: string; id: string };
  let matte: Call;
  const seen = new Set<number>();
  /** The word of the service that was last asked to restart. */
  let wordBefore = '';

  beforeAll(async () => {
    deployment = await LocalDeployment.make();
    base = deployment.environment.EDGEMATTE_URL;
    await deployment.start();
    key = await deployment.createKey();
    matte = multipartCall('/v1.0/alpha-channel', key.key, [filePart(await photo('jpeg', 40, 30))]);
  });
  afterEach(() => {
    // Whatever failed, nothing of it is left for the next.
    if (livingOf([deployment.pid]).length === 0) for (const pid of livingOf([...seen])) process.kill(pid, 'SIGKILL');
  });
  afterAll(() => deployment?.remove());

  const restart = () => deployment.script('restart');
  const readyWord = () => {
    const { readyFile } = new StateLock(deployment.state);
    return existsSync(readyFile) ? readFileSync(readyFile, 'utf8') : '';
  };
  /** Answers come before a service is ready, and the signal would do nothing. */
  async function askForRestart(): Promise<void> {
    await expect.poll(readyWord, { timeout: patienceMs }).not.toBe('');
    wordBefore = readyWord();
    process.kill(deployment.pid, 'SIGUSR2');
  }
  const family = () => {
    const found = familyOf(deployment.pid);
    for (const { pid } of found) seen.add(pid);
    return found;
  };
  const pidsOf = (part: Part) =>
    family()
      .filter(({ command }) => parts[part].test(command))
      .map(({ pid }) => pid);

  /** Two callers who pay, one call after the other, and one who asks for the balance every few milliseconds, until they are stopped. */
  function callers() {
    const paid: (number | string)[] = [];
    const asked: Promise<number | string>[] = [];
    let goesOn = true;
    const pay = async () => {
      while (goesOn) paid.push(await send(base, matte));
    };
    const ask = async () => {
      for (; goesOn; await pause(everyMs)) asked.push(send(base, creditCall(key.key)));
    };
    const all = Promise.all([pay(), pay(), ask()]);
    return async () => {
      goesOn = false;
      await all;
      return { paid, asked: await Promise.all(asked) };
    };
  }

  /** Looks at processes until it is stopped. @returns how many had ledgers or directory open, at each look, and which */
  function lookers() {
    const owners: number[][] = [];
    let goesOn = true;
    const looking = (async () => {
      for (; goesOn; await pause(everyMs)) {
        const all = family().map(({ pid }) => pid);
        owners.push(all.filter((pid) => hasDatabaseOpen(pid, deployment.state)));
      }
    })();
    return async () => {
      goesOn = false;
      await looking;
      return owners;
    };
  }

  /** Processes that have the port's socket. Another one would keep the port when the service has ended. */
  function holders(): string[] {
    const port = Number(new URL(base).port).toString(16).toUpperCase().padStart(4, '0');
    const line = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .find((each) => each.includes(`:${port} 00000000:0000 0A`));
    const socket = `socket:[${line?.trim().split(/\s+/)[9]}]`;
    return family()
      .filter(({ pid }) => openFilesOf(pid).includes(socket))
      .map(({ command }) => /scripts\/start|workerd serve/.exec(command)?.[0] ?? command)
      .sort();
  }

  /** Another service than before is there and answers, and nothing else is left of all that were seen. */
  async function expectOneService(): Promise<void> {
    await expect.poll(readyWord, { timeout: patienceMs }).not.toBeOneOf(['', wordBefore]);
    await expect.poll(() => send(base, matte), { timeout: patienceMs, interval: 200 }).toBe(200);
    for (const part of Object.keys(parts) as Part[]) {
      await expect.poll(() => pidsOf(part).length, { message: part, timeout: patienceMs }).toBe(1);
    }
    await expect.poll(holders, { timeout: patienceMs }).toEqual(['scripts/start', 'workerd serve']);
    const left = () => {
      const own = new Set(family().map(({ pid }) => pid));
      return livingOf([...seen]).filter((pid) => !own.has(pid));
    };
    await expect.poll(left, { timeout: patienceMs }).toEqual([]);
  }

  test('refuses nobody, fails no call, opens no state twice, and another workerd answers', async () => {
    const spentBefore = granted - (await deployment.balanceOf(key.id));
    const [old] = pidsOf('workerd');
    const [stopCalls, stopLooking] = [callers(), lookers()];
    await pause(500);
    const [, seconds] = /^Ready again after ([\d.]+) s\n$/.exec(await restart()) ?? [];
    await pause(500);
    const { paid, asked } = await stopCalls();
    const owners = await stopLooking();
    const mayBe = Number(seconds) < longestWaitS ? [200] : [200, 'turned away'];
    expect([...new Set([...asked, ...paid])].filter((answer) => !mayBe.includes(answer))).toEqual([]);
    expect(Math.max(...owners.map(({ length }) => length))).toBe(1);
    const [now] = pidsOf('workerd');
    // Both were looked at.
    for (const pid of [old, now]) expect(owners.flat()).toContain(pid);
    await expectOneService();
    await expect
      .poll(async () => granted - (await deployment.balanceOf(key.id)))
      .toBe(spentBefore + paid.filter((answer) => answer === 200).length + 1);
  });

  test.each(
    (Object.keys(parts) as Part[]).flatMap((part) => [
      { part, moment: 'while the former service finishes' },
      { part, moment: 'while the next one starts' },
    ]),
  )('leaves one service where $part is killed $moment', async ({ part, moment }) => {
    const before = pidsOf(part);
    const stopCalls = callers();
    await askForRestart();
    if (moment === 'while the next one starts') {
      await expect
        .poll(() => pidsOf(part).some((pid) => !before.includes(pid)), { timeout: patienceMs, interval: 10 })
        .toBe(true);
    }
    const victims = pidsOf(part).filter((pid) => moment !== 'while the next one starts' || !before.includes(pid));
    for (const pid of victims) kill(pid, 'SIGKILL');
    await expectOneService();
    // Those who were in work may have failed.
    const { asked } = await stopCalls();
    expect(asked.filter((answer) => answer === 'ECONNREFUSED')).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    '%s ends all of it, while the former finishes and while the next starts',
    async (signal) => {
      for (const untilNext of [false, true]) {
        const spentBefore = granted - (await deployment.balanceOf(key.id));
        const before = pidsOf('workerd');
        await askForRestart();
        if (untilNext) {
          await expect
            .poll(() => pidsOf('workerd').some((pid) => !before.includes(pid)), { timeout: patienceMs, interval: 10 })
            .toBe(true);
        }
        const ended = deployment.ended();
        process.kill(deployment.pid, signal);
        await ended;
        await expect.poll(() => livingOf([...seen]), { timeout: patienceMs }).toEqual([]);
        await deployment.start();
        expect(granted - (await deployment.balanceOf(key.id))).toBe(spentBefore);
      }
    },
  );

  test('of another folder is refused in one line', async () => {
    await deployment.stop();
    await expect(restart()).rejects.toMatchObject({
      code: 1,
      stderr: `No npm start that is ready, and can be restarted, uses ${deployment.state}\n`,
    });
  });
});

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Whether a process has ledgers or directory open. */
function hasDatabaseOpen(pid: number, folder: string): boolean {
  return openFilesOf(pid).some((file) => file.startsWith(folder) && file.endsWith('.sqlite'));
}

/** What a process has open; nothing where it has ended. */
function openFilesOf(pid: number): string[] {
  try {
    const open = `/proc/${pid}/fd`;
    return readdirSync(open).map((fd) => linkOf(`${open}/${fd}`));
  } catch {
    return [];
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return ''; // It was closed while the list was read.
  }
}
