/** One picture through the service: in which order its steps go, and what becomes of its credit at each of them. */
import './testing/streams.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { operationNamed } from '../contract/operations.ts';
import { keepPoints, pointsOf } from '../contract/points.ts';
import { NetworkFault } from '../pixels/pipeline/networks/networks.ts';
import { ImageFault } from '../pixels/pipeline/picture/fault.ts';
import { fingerprintOf } from './admit/idempotency.ts';
import { admitted, bmp, form } from './testing/call.ts';
import { runOnEdgeLane, runOnImageLane } from './testing/lanes.ts';
import {
  answerBytes,
  callWith,
  failureOf,
  mib,
  resultOf,
  run,
  statusOf,
  streamOf,
  testAlone,
} from './testing/process.ts';

vi.mock('./lanes/edge-lane.ts', () => import('./testing/lanes.ts'));
vi.mock('./lanes/image-lane.ts', () => import('./testing/lanes.ts'));

testAlone();

const readPoints = (text: string) => keepPoints.read(text, 'keep_points');

describe('a call that succeeds', () => {
  test('is admitted, received, worked on and answered; its credit moves once, when the client takes the answer', async () => {
    const call = await callWith();
    const answer = await run(call);
    expect(call.ledger.asked).toEqual(['admit alpha-channel null']);
    expect(runOnImageLane).toHaveBeenCalledOnce();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-input-dimensions': '6000,10',
      'x-processed-dimensions': '5000,8',
      'x-was-downscaled': 'true',
    });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(answerBytes);
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'settle h null']);
    expect(call.exchange.timings.header()).toMatch(/^ledger;dur=[\d.]+, receive;dur=[\d.]+$/);
  });

  test('gives the lane the file, what is asked of it and when it must be done', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1000);
    const call = await callWith({ upload: form(bmp(2, 2), { include_image_type: 'false' }), limits: { workMs: 500 } });
    await (await run(call)).arrayBuffer();
    await call.over();
    const [exchange, work] = runOnImageLane.mock.calls[0];
    expect(exchange).toBe(call.exchange);
    expect(work.file).toEqual(bmp(2, 2));
    expect(work.header).toMatchObject({ format: 'bmp', widthPx: 2, heightPx: 2 });
    expect(work.task).toMatchObject({ kind: 'matte', imageType: false });
    expect(work.deadlineMs).toBe(1500);
  });

  test('gives the lane its points, where the deployment has a segmenter', async () => {
    const matte = { model: 'matte', upsampling: 'guided', refiner: false, pointSegmenter: true } as const;
    const upload = form(bmp(2, 2), { keep_points: '1 1', drop_points: '0% 100%' });
    const call = await callWith({ upload, settings: { matte } });
    await (await run(call)).arrayBuffer();
    await call.over();
    const [, work] = runOnImageLane.mock.calls[0];
    expect(work).toMatchObject({ matte, task: { points: pointsOf(readPoints('1 1'), readPoints('0% 100%')) } });
  });

  test('under a name is remembered by its fingerprint, and a repeat with the same one passes', async () => {
    const headers = { 'Idempotency-Key': 'order 7' };
    const first = await callWith({ headers });
    await (await run(first)).arrayBuffer();
    await first.over();
    const [, settled] = first.ledger.asked;
    expect(first.ledger.asked[0]).toBe('admit alpha-channel order 7');
    expect(settled).toMatch(/^settle h [0-9a-f]{64}$/);

    const repeat = await callWith({ headers });
    repeat.ledger.admission = { ...admitted, remembered: settled.slice('settle h '.length) } as typeof admitted;
    await (await run(repeat)).arrayBuffer();
    await repeat.over();
    expect(repeat.ledger.asked[1]).toBe(settled);
  });

  test('under a name is edited: another size of it costs nothing, and the settlement says what it was', async () => {
    const [headers, fields] = [{ 'Idempotency-Key': 'order 7' }, { max_size: '100' }];
    const [fingerprint, variant] = ['f'.repeat(64), { points: 'p', size: 's' }];
    const editable = { first: variant, latest: variant, hasSecondSize: false, edits: 0, repeats: 0 };
    const mismatch = await callWith({ headers, upload: form(bmp(2, 2), fields) });
    mismatch.ledger.admission = { ...admitted, remembered: fingerprint, editable } as typeof admitted;
    expect(await failureOf(mismatch)).toMatchObject({ refusal: { code: 'IDEMPOTENCY_MISMATCH' } });

    const first = await callWith({ headers });
    await (await run(first)).arrayBuffer();
    await first.over();
    const remembered = first.ledger.asked[1].slice('settle h '.length);
    const edit = await callWith({ headers, upload: form(bmp(2, 2), fields) });
    edit.ledger.admission = { ...admitted, remembered, editable } as typeof admitted;
    await (await run(edit)).arrayBuffer();
    await edit.over();
    expect(edit.ledger.asked[1]).toBe(`settle h ${remembered} edit`);
    expect([first.exchange.price, edit.exchange.price]).toEqual([1, 0]);
  });
});

describe('a call that is refused before its work gives its credit back, once, and reaches no lane', () => {
  const asked = ['admit alpha-channel null', 'release h'];

  afterEach(() => {
    expect(runOnImageLane).not.toHaveBeenCalled();
    expect(runOnEdgeLane).not.toHaveBeenCalled();
  });

  test('by the ledger: there is nothing to give back', async () => {
    const call = await callWith();
    call.ledger.admission = new Error('away');
    expect(await statusOf(call)).toBe(503);
    expect(call.ledger.asked).toEqual(['admit alpha-channel null']);
  });

  test('for its name', async () => {
    const call = await callWith({ headers: { 'Idempotency-Key': 'n'.repeat(256) } });
    expect(await statusOf(call)).toBe(422);
    expect(call.ledger.asked).toEqual(asked);
  });

  test('for an upload without a file, which is timed all the same', async () => {
    const upload = new FormData();
    upload.append('other', 'text');
    const call = await callWith({ upload });
    expect(await statusOf(call)).toBe(422);
    expect(call.ledger.asked).toEqual(asked);
    expect(call.exchange.timings.header()).toContain('receive');
  });

  test.each([
    [{ keep_points: '1 1' }, 'keep_points'],
    [{ drop_points: '1 1' }, 'drop_points'],
    [{ keep_points: 'here' }, 'keep_points'],
    [{ keep_points: '1 1', drop_points: '1 1' }, 'drop_points'],
  ])('for points that are wrong, or without a segmenter: %j', async (fields, field) => {
    const call = await callWith({ upload: form(bmp(2, 2), fields) });
    expect(await failureOf(call)).toMatchObject({
      refusal: { status: 422, code: 'VALIDATION_ERROR', body: { detail: [{ loc: ['body', field] }] } },
    });
    expect(call.ledger.asked).toEqual(asked);
  });

  test('for a repeat of another request', async () => {
    const call = await callWith({ headers: { 'Idempotency-Key': 'n' } });
    call.ledger.admission = { ...admitted, remembered: 'f'.repeat(64) } as typeof admitted;
    expect(await failureOf(call)).toMatchObject({ refusal: { code: 'IDEMPOTENCY_MISMATCH' } });
    expect(call.ledger.asked).toEqual(['admit alpha-channel n', 'release h']);
  });

  test('for a name whose repeats and edits are used up', async () => {
    const headers = { 'Idempotency-Key': 'n' };
    const variant = { points: 'p', size: 's' };
    const editable = { first: variant, latest: variant, hasSecondSize: true, edits: 20, repeats: 0 };
    const task = operationNamed('alpha-channel').read(new Map());
    const remembered = await fingerprintOf('alpha-channel', task, bmp(2, 2));
    const call = await callWith({ headers });
    call.ledger.admission = { ...admitted, remembered, editable } as typeof admitted;
    expect(await failureOf(call)).toMatchObject({ refusal: { code: 'IDEMPOTENCY_EXHAUSTED' } });
    expect(call.ledger.asked).toEqual(['admit alpha-channel n', 'release h']);
  });
});

describe('a call that fails in its work gives its credit back, once', () => {
  const asked = ['admit alpha-channel null', 'release h'];

  test.each([
    ['for want of a network', new NetworkFault('unavailable', 'full')],
    ['for its picture', new ImageFault('invalid', 'No vehicle was found in the image')],
    ['by a fault of the service', new TypeError('at 7')],
  ])('%s, in the lane or in the first piece of the answer', async (_what, fault) => {
    const inLane = await callWith();
    runOnImageLane.mockRejectedValueOnce(fault);
    expect(await failureOf(inLane)).toBe(fault);
    expect(inLane.ledger.asked).toEqual(asked);

    const inAnswer = await callWith();
    runOnImageLane.mockResolvedValueOnce(resultOf(streamOf(answerBytes, fault)));
    expect(await failureOf(inAnswer)).toBe(fault);
    expect(inAnswer.ledger.asked).toEqual(asked);
  });

  test('for want of time: its work is aborted', async () => {
    const call = await callWith({ limits: { workMs: 100 } });
    let signal: AbortSignal | undefined;
    runOnImageLane.mockImplementation((_exchange, _work, resources) => {
      signal = resources.signal;
      return new Promise(() => {});
    });
    expect(await failureOf(call)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 5 },
      cause: 'The work took too long',
    });
    expect(call.ledger.asked).toEqual(asked);
    expect(signal?.aborted).toBe(true);
  });

  test('after the line 200: the client gets no whole answer', async () => {
    const call = await callWith();
    const large = new Uint8Array(mib + 1);
    runOnImageLane.mockResolvedValueOnce(resultOf(streamOf(large, new Error('broken'))));
    const answer = await run(call);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await call.over();
    expect(call.ledger.asked).toEqual(asked);
  });
});

describe('a client that leaves', () => {
  test('while it uploads, or while its picture is in work, pays nothing', async () => {
    const early = await callWith();
    early.leave();
    expect(await failureOf(early)).toMatchObject({ refusal: { code: 'REQUEST_TIMEOUT' } });
    expect(early.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);

    const late = await callWith();
    runOnImageLane.mockImplementation(async () => {
      late.leave();
      return resultOf(streamOf(answerBytes));
    });
    expect(await failureOf(late)).toMatchObject({ refusal: { code: 'REQUEST_TIMEOUT' } });
    expect(late.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });

  test('before the first piece of its answer pays nothing', async () => {
    const call = await callWith();
    const answer = await run(call);
    await answer.body?.cancel();
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });

  test('after the first piece pays', async () => {
    const call = await callWith();
    const large = new Uint8Array(mib + 1);
    runOnImageLane.mockResolvedValueOnce(resultOf(streamOf(large, large, large)));
    const reader = (await run(call)).body?.getReader();
    let read = 0;
    while (read <= mib) read += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'settle h null']);
  });

  test('without a word, and reads nothing, pays nothing and is not waited for', async () => {
    const call = await callWith({ limits: { downloadIdleMs: 100 } });
    await run(call);
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });
});
