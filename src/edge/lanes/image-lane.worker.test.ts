/** What the image lane receives of a call, and what is made of its answers. */
import { describe, expect, test, vi } from 'vitest';
import { keepPoints, pointsOf } from '../../contract/points.ts';
import { headerWith } from '../../pixels/pipeline/testing/header.ts';
import { type LaneAnswer, writeLaneAnswer } from '../../wire/protocol/lane/answer.ts';
import { readLaneRequest } from '../../wire/protocol/lane/request.ts';
import { unconfigured } from '../environment.ts';
import { RequestResources } from '../request-resources.ts';
import { exchangeWith } from '../testing/exchange.ts';
import { Timings } from '../timings.ts';
import { affinityOf } from './affinity.ts';
import { callerName } from './caller-name.ts';
import { runOnImageLane } from './image-lane.ts';

const header = headerWith({ format: 'bmp', widthPx: 1, heightPx: 1 });
const matte = { model: 'another', upsampling: 'bilinear', refiner: true } as const;
const task = { kind: 'matte', imageType: true, refine: true } as const;

type Answering = (url: string, init: RequestInit) => Response | Promise<Response>;

/** A lane that answers so, one call after the other, and a call of this ledger to it. */
function laneOf(
  answers: readonly Answering[],
  { caller = 'ledger-1', mayKeep = false, remainingMs = 60_000, under = '', points = false } = {},
) {
  const rest = [...answers];
  const fetch = vi.fn(async (url: string, init: RequestInit) => {
    const answer = rest.shift();
    if (!answer) throw new Error('No more answers were prepared');
    return answer(url, init);
  });
  const timings = new Timings();
  const exchange = exchangeWith({
    env: { INFERENCE: { fetch } },
    settings: { ...unconfigured, heic: false, keyHashSecret: 'secret' },
    timings,
    caller,
    mayKeep,
  });
  const client = new AbortController();
  const background = under ? new Uint8Array(new TextEncoder().encode(under)) : null;
  const file = new Uint8Array(3).fill(0x2e);
  const asked = points ? { ...task, points: pointsOf(keepPoints.read('50% 50%', 'keep_points')) } : task;
  const work = { file, background, header, task: asked, matte, deadlineMs: Date.now() + remainingMs };
  const run = () => runOnImageLane(exchange, work, new RequestResources(client.signal, 'r1'));
  return { run, fetch, timings, client };
}

const full: Answering = () =>
  Response.json({ error: 'The image lane is full' }, { status: 503, headers: { 'Retry-After': '7' } });
const unreachable: Answering = () =>
  Response.json({ error: 'no' }, { status: 502, headers: { 'X-Gateway-Error': 'unreachable' } });
const refusedConnection: Answering = () => Promise.reject(new Error('connection refused'));
/** Answers nobody until the call is given up. */
const silent: Answering = (_url, { signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
const pictureWith = (knows: Partial<Pick<LaneAnswer, 'onBackground' | 'takesPoints'>> = {}): Response => {
  const answer: LaneAnswer = {
    widthPx: 4,
    heightPx: 3,
    subjectFound: false,
    isVehicle: true,
    isCutByColour: false,
    refined: false,
    uncertainty: 1,
    lookFirst: { leftPx: 2, topPx: 3, widthPx: 5, heightPx: 7 },
    model: 'matte@0123456789ab',
    imageType: { photo: 0.75, graphic: 0.25 },
    view: null,
    onBackground: false,
    takesPoints: false,
    ...knows,
    decodeMs: 12.34,
    inferenceMs: 56.78,
    output: null,
    subject: null,
    encoded: new Blob(['a picture']).stream(),
    shadowPng: null,
  };
  return new Response('a picture', { headers: { ...writeLaneAnswer(answer).headers } });
};
const picture: Answering = () => pictureWith();

describe('the lane receives', () => {
  async function received(caller: string, mayKeep = false) {
    const { run, fetch } = laneOf([full], { caller, mayKeep });
    await expect(run()).rejects.toThrow('The image lane is full');
    const [url, init] = fetch.mock.calls[0];
    const headers = new Headers(init.headers);
    return { url, headers, request: readLaneRequest(url.replace('http://lane', ''), (name) => headers.get(name)) };
  }

  test('whose turn it takes, without what would name the key', async () => {
    const [one, again, other] = [await received('ledger-1'), await received('ledger-1'), await received('ledger-2')];
    const [named, namedAgain, namedOther] = [one, again, other].map(({ headers }) => headers.get('X-Turn-Of'));
    expect(named).toBe(await callerName('ledger-1', 'secret'));
    expect([namedAgain, namedOther]).toEqual([named, await callerName('ledger-2', 'secret')]);
    expect([one.url, ...one.headers.values()].join()).not.toContain('ledger-1');
  });

  test('the caller a second time, and by which service the picture was seen, where outputs may be kept alone', async () => {
    const name = await callerName('ledger-1', 'secret');
    const keeping = ({ headers }: Awaited<ReturnType<typeof received>>) =>
      ['X-Caller', 'X-Affinity'].map((header) => headers.get(header));
    expect(keeping(await received('ledger-1', true))).toEqual([name, affinityOf(name, new Uint8Array(3).fill(0x2e))]);
    expect(keeping(await received('ledger-1'))).toEqual([null, null]);
    expect(keeping(await received('', true))).toEqual([null, null]);
  });

  test('which call it is, by a name that its client cannot choose', async () => {
    const { headers } = await received('ledger-1');
    expect([headers.get('X-Request-Id'), headers.get('X-Call')]).toEqual(['r1', 'c1']);
  });

  test('the task and how this deployment makes mattes', async () => {
    expect((await received('ledger-1')).request).toMatchObject({ task, matte, heic: false });
  });
});

describe('a background', () => {
  test('follows the picture, with its length as a header, once more where the lane was not reached', async () => {
    const bodies: string[] = [];
    const reached: Answering = async (_url, { body, headers }) => {
      bodies.push(await new Response(body).text());
      const header = (name: string) => new Headers(headers).get(name);
      expect([header('Content-Length'), header('X-Background-Bytes')]).toEqual(['8', '5']);
      return pictureWith({ onBackground: true });
    };
    const { run, fetch } = laneOf([unreachable, reached], { under: 'under' });
    expect((await run()).widthPx).toBe(4);
    expect([fetch.mock.calls.length, bodies]).toEqual([2, ['...under']]);
  });

  test('that the lane ignored is a failure of the service', async () => {
    const { run } = laneOf([picture], { under: 'under' });
    await expect(run()).rejects.toThrow('has no backgrounds');
  });
});

describe('points', () => {
  test('that a lane of an older version left out are refused', async () => {
    const { run } = laneOf([picture], { points: true });
    const refusal = { status: 422, body: { detail: [{ loc: ['body', 'keep_points'] }] } };
    await expect(run()).rejects.toMatchObject({ refusal });
  });

  test('that the lane knows are in its answer', async () => {
    const { run } = laneOf([() => pictureWith({ takesPoints: true })], { points: true });
    expect((await run()).widthPx).toBe(4);
  });
});

describe('an answer', () => {
  test('is the result, and its steps are in the timings', async () => {
    const { run, timings } = laneOf([picture]);
    const { encoded, ...facts } = await run();
    expect(facts).toMatchObject({
      widthPx: 4,
      heightPx: 3,
      subjectFound: false,
      refined: false,
      uncertainty: 1,
      lookFirst: { leftPx: 2, topPx: 3, widthPx: 5, heightPx: 7 },
      model: 'matte@0123456789ab',
      imageType: { photo: 0.75 },
    });
    expect(await new Response(encoded).text()).toBe('a picture');
    expect(timings.header()).toMatch(/^image-lane;dur=[\d.]+, decode;dur=12\.3, inference;dur=56\.8$/);
  });

  test.each([
    ['unsupported', 415],
    ['invalid', 422],
  ])('that the picture is %s is the caller’s to know', async (kind, status) => {
    const { run, fetch } = laneOf([() => Response.json({ error: 'Not this one', kind }, { status })]);
    await expect(run()).rejects.toMatchObject({ name: 'ImageFault', kind, message: 'Not this one' });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('that there is no room says when there will be, and is not asked for twice', async () => {
    const { run, fetch } = laneOf([full, picture]);
    await expect(run()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 7 });
    expect(fetch).toHaveBeenCalledOnce();
  });
});

describe('a lane that cannot be reached', () => {
  test.each([
    ['by the gateway', unreachable],
    ['at all', refusedConnection],
  ])('%s is tried once more', async (_, failing) => {
    const again = laneOf([failing, picture]);
    expect(await again.run()).toMatchObject({ widthPx: 4 });
    const { run, fetch } = laneOf([failing, failing, picture]);
    await expect(run()).rejects.toMatchObject({ kind: 'unavailable', message: 'The image lane cannot be reached' });
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('a lane that does not answer', () => {
  test('is waited for until the deadline, and not tried again', async () => {
    const { run, fetch } = laneOf([silent, picture], { remainingMs: 20 });
    await expect(run()).rejects.toMatchObject({ name: 'NetworkFault', kind: 'unavailable' });
    expect(fetch.mock.calls.length).toBeLessThan(2);
  });

  test('is left with the client, and not tried again', async () => {
    const { run, fetch, client } = laneOf([silent, picture]);
    const result = run();
    const seen = expect(result).rejects.toThrow();
    await vi.waitUntil(() => fetch.mock.calls.length > 0);
    client.abort();
    await seen;
    expect(fetch).toHaveBeenCalledOnce();
  });
});
