/** Supervision: what becomes of pictures when children hang, die, stall or are in short supply. */
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { MatteSettings } from '../../pixels/pipeline/networks/matte-settings.ts';
import { readLaneAnswer } from '../../wire/protocol/lane/answer.ts';
import type { LaneSettings } from './settings.ts';
import { laneMessage, type PostOptions, startTestLane, type TestLane } from './testing/lane.ts';

let lane: TestLane | undefined;
afterEach(async () => {
  await lane?.stop();
  lane = undefined;
});

const picture = new Uint8Array(1000);

async function start(
  changes: Partial<LaneSettings> = {},
): Promise<(action: string, options?: PostOptions) => Promise<Response>> {
  const started = await startTestLane(true, changes);
  lane = started;
  return (action, options = {}) => started.post(picture, { matte: doing(action), ...options });
}

/** Settings that control a scripted child. */
function doing(action: string): MatteSettings {
  return { model: action, upsampling: 'guided', refiner: false };
}

async function errorOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: string }).error;
}

describe('a child', () => {
  it('gets the remaining time and the request id, and only chosen headers come back', async () => {
    const post = await start();
    const response = await post('answer', { remainingMs: 60_000, requestId: 'abc' });
    const { widthPx, heightPx, encoded } = await readLaneAnswer(response);
    const [, deadlineMs, requestId] = (await new Response(encoded).text()).split(' ');
    expect(Number(deadlineMs)).toBeGreaterThan(30_000);
    expect(Number(deadlineMs)).toBeLessThanOrEqual(60_000);
    expect(requestId).toBe('abc');
    expect([widthPx, heightPx]).toEqual([3, 2]);
    expect(response.headers.get('X-Secret')).toBeNull();
  });

  it('that says no is not a failure', async () => {
    const post = await start();
    const response = await post('refuse');
    expect([response.status, await response.json()]).toEqual([422, { error: 'No', kind: 'invalid' }]);
  });

  it('that hangs is killed at the deadline, before one with a later deadline, and another takes its place', async () => {
    const post = await start({ workers: 2 });
    // Both children are there before a deadline runs: on a busy machine one may take seconds to start.
    const ready = [post('wait'), post('wait')];
    await lane?.begun(2);
    lane?.letGo();
    await Promise.all(ready);
    const answered: number[] = [];
    const hang = async (remainingMs: number) => {
      const response = await post('hang', { remainingMs });
      answered.push(remainingMs);
      expect([response.status, await errorOf(response)]).toEqual([503, 'The picture was not ready in time']);
    };
    await Promise.all([hang(4000), hang(1500)]);
    expect(answered).toEqual([1500, 4000]);
    await lane?.logged('lane-child-started', 4);
    expect((await post('answer')).status).toBe(200);
  });

  it('that dies costs its picture a 503', async () => {
    const post = await start();
    const response = await post('crash', { requestId: 'r-1' });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('2');
    expect(await lane?.logged('lane-picture-lost')).toMatchObject({ requestId: 'r-1' });
    expect((await post('answer')).status).toBe(200);
  });

  it('that owes bytes for too long is killed, and the connection breaks off', async () => {
    const post = await start({ stallMs: 200 });
    const response = await post('stall', { requestId: 'r-1' });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const reason = expect.stringContaining('owed');
    expect(await lane?.logged('lane-child-killed')).toMatchObject({ reason, requestId: 'r-1' });
    expect((await post('answer')).status).toBe(200);
  });

  it('that breaks an answer off lives on', async () => {
    const post = await start();
    await expect((await post('break')).text()).rejects.toThrow();
    expect((await post('answer')).status).toBe(200);
    expect(lane?.lines.filter(({ event }) => event === 'lane-child-started')).toHaveLength(1);
  });
});

describe('a caller', () => {
  it('may read more slowly than a stall', async () => {
    const post = await start({ stallMs: 4000 });
    const bytes = 24 * 1024 * 1024;
    const response = await post(`long:${bytes}`);
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    let received = 0;
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read())
      received += step.value.length;
    expect(received).toBeGreaterThan(bytes - 1024 * 1024);
  });

  it('that leaves frees its place', async () => {
    const post = await start({ queue: 0 });
    const gone = new AbortController();
    const lost = lane?.post(picture, { matte: doing('wait:20000'), signal: gone.signal });
    await lane?.arrived(1);
    gone.abort();
    await expect(lost).rejects.toThrow();
    await expect.poll(async () => (await post('answer')).status).toBe(200);
  });

  it('that leaves a deaf child takes it along', async () => {
    const post = await start();
    const gone = new AbortController();
    const lost = lane?.post(picture, { matte: doing('hang'), signal: gone.signal });
    await lane?.begun();
    gone.abort();
    await expect(lost).rejects.toThrow();
    expect(await lane?.logged('lane-child-killed')).toMatchObject({ reason: expect.stringContaining('nobody') });
    expect((await post('answer')).status).toBe(200);
  });

  it('that leaves a child near its end does not', async () => {
    const post = await start({ abandonedMs: 30_000 });
    const gone = new AbortController();
    const lost = lane?.post(picture, { matte: doing('ignore:500'), signal: gone.signal });
    await lane?.begun();
    gone.abort();
    await expect(lost).rejects.toThrow();
    expect((await post('answer')).status).toBe(200);
    expect(lane?.lines.filter(({ event }) => event === 'lane-child-killed')).toEqual([]);
  });
});

describe('in short supply', () => {
  it('pictures wait in line', async () => {
    const post = await start({ queue: 3 });
    const answers = await Promise.all([post('wait:100'), post('wait:100'), post('answer')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('those beyond the line are refused at once', async () => {
    const post = await start({ queue: 1 });
    const first = post('wait');
    await lane?.begun();
    const second = post('answer');
    await lane?.arrived(2);
    // At once: no place comes free before the first one is let go.
    const third = await post('answer');
    expect([third.status, third.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await errorOf(third)).toBe('The image lane is full');
    lane?.letGo();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it('a deadline may pass in line', async () => {
    const post = await start();
    const first = post('wait');
    await lane?.begun();
    expect((await post('answer', { remainingMs: 200 })).status).toBe(503);
    lane?.letGo();
    expect((await first).status).toBe(200);
  });

  it('two children work at once', async () => {
    const post = await start({ workers: 2 });
    const both = [post('wait'), post('wait')];
    // Neither is done before both were begun.
    await lane?.begun(2);
    lane?.letGo();
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('memory is waited for', async () => {
    const post = await start({ workers: 2, budgetBytes: 100 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const startedMs = performance.now();
    const answers = await Promise.all([post('need:60'), post('need:60')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(performance.now() - startedMs).toBeGreaterThan(390);
  });

  it('more memory than there will ever be is refused for good, by the limit of the deployment', async () => {
    const mib = 2 ** 20;
    const post = await start({ budgetBytes: 100 * mib });
    const response = await post(`need:${100 * mib + 1}`);
    expect(response.status).toBe(422);
    expect(response.headers.get('Retry-After')).toBeNull();
    expect(await errorOf(response)).toContain('needs 101 MiB of memory and the limit of this deployment is 100 MiB');
    expect((await post(`need:${100 * mib}`)).status).toBe(200);
  });
});

describe('several callers', () => {
  const as = (caller: string) => ({ caller });
  /** Which picture of its child it was. */
  const turn = async (answer: Promise<Response>) => Number((await (await answer).text()).split(' ').at(-1));

  it('take turns: a picture of another is worked on next, whatever one of them has sent', async () => {
    const post = await start({ queue: 5 });
    const first = post('wait', as('greedy'));
    await lane?.begun();
    const flood = [post('answer', as('greedy')), post('answer', as('greedy')), post('answer', as('greedy'))];
    await lane?.arrived(4);
    const other = post('answer', as('other'));
    await lane?.arrived(5);
    lane?.letGo();
    expect(await Promise.all([first, other].map(turn))).toEqual([1, 2]);
    expect((await Promise.all(flood.map(turn))).sort()).toEqual([3, 4, 5]);
  });

  it('share the places: the newest waiting picture of the greediest makes room', async () => {
    const post = await start({ queue: 2 });
    const first = post('wait', as('greedy'));
    await lane?.begun();
    const second = post('answer', as('greedy'));
    await lane?.arrived(2);
    const third = post('answer', as('greedy'));
    await lane?.arrived(3);
    const refused = await post('answer', as('greedy'));
    expect([refused.status, await errorOf(refused)]).toEqual([503, 'The image lane is full']);

    const other = post('answer', as('other'));
    const displaced = await third;
    expect([displaced.status, displaced.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await errorOf(displaced)).toBe('The image lane is full');
    // One and one wait now: neither caller gets more.
    for (const caller of ['greedy', 'other']) expect((await post('answer', as(caller))).status).toBe(503);
    lane?.letGo();
    expect([(await first).status, (await second).status, (await other).status]).toEqual([200, 200, 200]);
  });

  it('make room before a body has come whole', async () => {
    const post = await start({ queue: 1 });
    const first = post('wait', as('greedy'));
    await lane?.begun();
    const { path, headers } = laneMessage(new Uint8Array(5000), { matte: doing('answer'), caller: 'greedy' });
    const slow = postSlowly(`${lane?.base}${path}`, headers);
    await lane?.arrived(2);
    const other = post('answer', as('other'));
    expect(await slow).toBe(503);
    lane?.letGo();
    expect([(await first).status, (await other).status]).toEqual([200, 200]);
  });

  it('without a name are one', async () => {
    const post = await start({ queue: 1 });
    const first = post('wait');
    await lane?.begun();
    const second = post('answer');
    await lane?.arrived(2);
    expect((await post('answer')).status).toBe(503);
    const other = post('answer', as('other'));
    expect((await second).status).toBe(503);
    lane?.letGo();
    expect([(await first).status, (await other).status]).toEqual([200, 200]);
  });
});

/** Sends the head of a request and the beginning of its body; the status of its answer. */
function postSlowly(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume();
      sent.destroy();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.write('begun');
  });
}

describe('a lane that has taken 40 s for 10 megapixels', () => {
  let nowMs = 0;

  /** By a clock of its own; the first picture has ended. */
  async function startSlow(changes: Partial<LaneSettings> = {}) {
    nowMs = Date.now();
    const started = await startTestLane(true, changes, () => nowMs);
    lane = started;
    const post = (action: string, megapixels: number, options: PostOptions = {}) =>
      started.post(gifOf(megapixels), { matte: doing(action), ...options });
    const first = post('wait', 10);
    await started.begun();
    nowMs += 40_000;
    started.letGo();
    expect((await first).status).toBe(200);
    await expect.poll(async () => (await post('refuse', 1)).status).toBe(422);
    return post;
  }

  it('gives a place while nobody waits, however little time there is', async () => {
    const post = await startSlow();
    const running = post('wait', 10);
    await lane?.begun(3);
    const lone = post('answer', 10, { remainingMs: 30_000 });
    await lane?.arrived(4);
    lane?.letGo();
    expect([(await running).status, (await lone).status]).toEqual([200, 200]);
  });

  it('refuses a picture behind others that has too little time, and takes one with more', async () => {
    const post = await startSlow();
    const running = post('wait', 10);
    await lane?.begun(3);
    const waiting = post('answer', 1);
    await lane?.arrived(4);
    const hasty = await post('answer', 1, { remainingMs: 60_000 });
    expect([hasty.status, await errorOf(hasty)]).toEqual([503, 'The image lane is full']);
    const patient = post('answer', 1, { remainingMs: 600_000 });
    await lane?.arrived(6);
    lane?.letGo();
    expect(await Promise.all([running, waiting, patient].map(async (answer) => (await answer).status))).toEqual([
      200, 200, 200,
    ]);
  });

  it.each([
    [5, 8000, 2, '20'],
    [5, 8000, 0.1, '13'],
    [5, 60_000, 0.1, '2'],
    [10, 0, 100, '60'],
  ])('with %d megapixels in work for %i ms and %d waiting has room after %s s', async (inWork, hadMs, waits, due) => {
    const post = await startSlow({ queue: 1 });
    const running = post('wait', inWork, { remainingMs: 600_000 });
    await lane?.begun(3);
    const waiting = post('answer', waits, { remainingMs: 600_000 });
    await lane?.arrived(4);
    nowMs += hadMs;
    const refused = await post('answer', 1, { remainingMs: 600_000 });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, due]);
    lane?.letGo();
    expect([(await running).status, (await waiting).status]).toEqual([200, 200]);
  });
});

/** A GIF whose header claims so many megapixels and whose first frame is nothing. */
function gifOf(megapixels: number): Uint8Array {
  const file = Buffer.alloc(1000);
  file.write('GIF89a');
  file.writeUInt16LE(2000, 6);
  file.writeUInt16LE(megapixels * 500, 8);
  file.write(',', 13);
  return file;
}

it('without workers there is no lane', async () => {
  const started = await startTestLane(true, { workers: 1 });
  lane = started;
  await started.lane.close();
  expect(started.lane.ready()).toBe(false);
  expect((await started.post(picture)).status).toBe(503);
});
