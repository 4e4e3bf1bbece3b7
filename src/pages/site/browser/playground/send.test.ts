// @vitest-environment happy-dom
/** What goes over the wire of a call, what is reported on the way, and how each end of it is understood. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operationNamed } from '../../../../contract/operations.ts';
import { openPage, png, type SentRequest, sentRequest, sentRequests } from '../testing/page.ts';
import { CallFailed } from './failures.ts';
import { type MakeEvents, make } from './make.ts';
import type { Payment } from './payment.ts';
import { PageMemory, RepeatKeys } from './repeat-keys.ts';
import { type PageCall, send } from './send.ts';

const cutout: PageCall = { operation: operationNamed('image-without-background'), options: { aspect: '1:1', x: true } };
const inJson: PageCall = { ...cutout, operation: operationNamed('image-without-background-base64') };
const photo = new File(['a photo'], 'a.jpg', { type: 'image/jpeg' });
const address = new URL('https://images.example.com/a.jpg');
const byKey: Payment = { kind: 'key', key: 'test_abc' };
const byWallet: Payment = { kind: 'wallet', csrfToken: 'token', account: 'account-1', type: 'live' };
const byTrial: Payment = { kind: 'trial', csrfToken: 'token', maxPixels: 250_000 };

beforeEach(() => openPage());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sendIt = (given: Partial<{ call: PageCall; photo: Blob | URL; payment: Payment; key: string | null }> = {}) => {
  const stages: string[] = [];
  const abort = new AbortController();
  const { call = cutout, photo: what = photo, payment = byWallet, key = 'key-1' } = given;
  const answer = send(call, what, {
    payment,
    idempotencyKey: key,
    signal: abort.signal,
    onStage: (stage) => stages.push(stage),
  });
  answer.catch(() => {});
  return { answer, stages, abort };
};

describe('a call', () => {
  test.each([
    [byKey, '/v1.0/image-without-background', { 'X-API-Key': 'test_abc' }],
    [byWallet, '/playground/image-without-background', { 'X-Admission': 'of image-without-background' }],
    [byTrial, '/playground/image-without-background', { 'X-Admission': 'of image-without-background' }],
    [
      { ...byTrial, isClick: true },
      '/playground/image-without-background',
      { 'X-Admission': 'of image-without-background', 'X-Click': 'true' },
    ],
  ] as const)('paid by %o goes there with its proof', async (payment, path, headers) => {
    sendIt({ payment });
    const request = await sentRequest();
    expect([request.method, request.path, request.responseType]).toEqual(['POST', path, 'blob']);
    expect(request.sentHeaders).toEqual({ ...headers, 'Idempotency-Key': 'key-1' });
  });

  test('without a name has no header of one', async () => {
    sendIt({ key: null });
    expect((await sentRequest()).sentHeaders).not.toHaveProperty('Idempotency-Key');
  });

  test('is a form of its options and the photo, or its address', async () => {
    sendIt();
    const form = (await sentRequest()).body as FormData;
    expect([form.get('aspect'), form.get('x'), form.get('image_url')]).toEqual(['1:1', 'true', null]);
    expect(await (form.get('file') as File).text()).toBe('a photo');
    sendIt({ photo: address });
    const other = (await sentRequest(2)).body as FormData;
    expect([other.get('image_url'), other.get('file'), other.get('aspect')]).toEqual([address.href, null, '1:1']);
  });

  test('is JSON where that is its encoding', async () => {
    const bodyOf = async (count: number) => {
      const { body, sentHeaders } = await sentRequest(count);
      expect(sentHeaders['Content-Type']).toBe('application/json');
      return JSON.parse(await (body as Blob).text());
    };
    sendIt({ call: inJson });
    expect(await bodyOf(1)).toEqual({ image_base64: btoa('a photo'), aspect: '1:1', x: true });
    sendIt({ call: { ...inJson, options: {} } });
    expect(await bodyOf(2)).toEqual({ image_base64: btoa('a photo') });
    sendIt({ call: inJson, photo: address });
    expect(await bodyOf(3)).toEqual({ image_url: address.href, aspect: '1:1', x: true });
  });
});

describe('an admission', () => {
  /** What the page has asked: path, method and headers. */
  let asked: unknown[] = [];
  let answerTo = (count: number): Response | Promise<Response> => Response.json({ admission: `admission ${count}` });

  beforeEach(() => {
    asked = [];
    vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
      asked.push([path, method, headers]);
      return answerTo(asked.length);
    });
    answerTo = (count) => Response.json({ admission: `admission ${count}` });
  });
  const ended = { 'X-Error-Code': 'INVALID_ADMISSION' };
  const refused = (request: SentRequest, code = ended) => request.answer(401, new Blob(['{"detail":"Ended."}']), code);

  test('is asked for each call, by the token of the page and for the wallet that pays', async () => {
    const path = '/playground/admission/image-without-background';
    sendIt();
    expect((await sentRequest()).sentHeaders['X-Admission']).toBe('admission 1');
    sendIt({ payment: byTrial, key: null });
    expect((await sentRequest(2)).sentHeaders['X-Admission']).toBe('admission 2');
    sendIt({ payment: byKey });
    expect((await sentRequest(3)).sentHeaders).not.toHaveProperty('X-Admission');
    expect(asked).toEqual([
      [path, 'POST', { 'X-CSRF-Token': 'token', 'X-Wallet': 'live' }],
      [path, 'POST', { 'X-CSRF-Token': 'token' }],
    ]);
  });

  test('that has ended is asked for once more, and the same is sent', async () => {
    const { answer, stages } = sendIt();
    const first = await sentRequest();
    refused(first);
    const again = await sentRequest(2);
    expect([again.path, again.body]).toEqual([first.path, first.body]);
    expect(again.sentHeaders).toEqual({ 'X-Admission': 'admission 2', 'Idempotency-Key': 'key-1' });
    again.answer(200, png());
    expect((await answer).body.size).toBe(30);
    expect(stages).toEqual(['Sending', 'Receiving', 'Sending', 'Receiving']);
  });

  test('that has ended twice is a failure, which may be tried again', async () => {
    const { answer } = sendIt();
    refused(await sentRequest());
    refused(await sentRequest(2));
    await expect(answer).rejects.toMatchObject({ failure: { text: 'Ended.', advice: '', mayRetry: true } });
    expect(asked).toHaveLength(2);
  });

  test('is not asked for again where it was not what was refused', async () => {
    const { answer } = sendIt();
    refused(await sentRequest(), { 'X-Error-Code': 'INVALID_API_KEY' });
    await expect(answer).rejects.toMatchObject({ failure: { code: 'INVALID_API_KEY', mayRetry: false } });
    expect([asked.length, sentRequests.length]).toEqual([1, 1]);
  });

  test('that is refused, or not to be had, is the failure of the call, of which nothing is sent', async () => {
    const headers = { 'X-Error-Code': 'STRANGE_ORIGIN' };
    answerTo = () => Response.json({ detail: 'Too old.' }, { status: 403, headers });
    await expect(sendIt().answer).rejects.toMatchObject({ failure: { text: 'Too old.', code: 'STRANGE_ORIGIN' } });
    answerTo = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(sendIt().answer).rejects.toMatchObject({ failure: { code: null, mayRetry: true } });
    expect(sentRequests).toEqual([]);
  });

  test('nobody waits for is of no use', async () => {
    const { answer, abort } = sendIt();
    answerTo = () => {
      abort.abort(new DOMException('Enough', 'AbortError'));
      return Response.json({ admission: 'late' });
    };
    await expect(answer).rejects.toThrow('Enough');
    expect(sentRequests).toEqual([]);
  });
});

describe('an answer', () => {
  test('of 200 is its body and headers, with how long each stage took', async () => {
    let nowMs = 5000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const { answer, stages } = sendIt();
    await vi.waitFor(() => expect(sentRequests).toHaveLength(1));
    const [request] = sentRequests;
    nowMs += 100;
    request.uploaded();
    nowMs += 20;
    request.begun(200, { 'X-Needs-Review': 'true', 'X-Text': 'a: b' });
    nowMs += 3;
    request.answer(200, png(), { 'X-Needs-Review': 'true', 'X-Text': 'a: b' });
    const answered = await answer;
    expect(stages).toEqual(['Sending', 'Working', 'Receiving']);
    expect(answered.stages).toEqual([
      ['Sending', 100],
      ['Working', 20],
      ['Receiving', 3],
    ]);
    expect([answered.headers.get('x-needs-review'), answered.headers.get('X-Text')]).toEqual(['true', 'a: b']);
    expect(answered.body.size).toBe(30);
  });

  test('of any other status is a failure in its words', async () => {
    const { answer } = sendIt();
    const headers = { 'X-Error-Code': 'NO_CREDITS' };
    (await sentRequest()).answer(402, new Blob([JSON.stringify({ detail: 'No credits.' })]), headers);
    await expect(answer).rejects.toMatchObject({ failure: { text: 'No credits.', code: 'NO_CREDITS' } });
    const other = sendIt();
    (await sentRequest(2)).answer(502, new Blob(['<html>']));
    await expect(other.answer).rejects.toMatchObject({ failure: { text: 'The service answered 502.' } });
  });

  test('that does not come, or breaks off, is distinguished', async () => {
    const none = sendIt();
    (await sentRequest()).fail();
    const half = sendIt();
    const request = await sentRequest(2);
    request.begun(200);
    request.fail();
    const texts = await Promise.all(
      [none, half].map(({ answer }) => answer.then(String, (cause: CallFailed) => cause.failure.text)),
    );
    expect(new Set(texts).size).toBe(2);
    expect(texts[1]).toContain('broke off');
  });

  test('nobody waits for is left with the reason of who left', async () => {
    const { answer, abort } = sendIt();
    const request = await sentRequest();
    abort.abort(new DOMException('Enough', 'AbortError'));
    await expect(answer).rejects.toThrow('Enough');
    expect(request.isAborted).toBe(true);
    const early = sendIt();
    early.abort.abort(new DOMException('At once', 'AbortError'));
    await expect(early.answer).rejects.toThrow('At once');
    expect(sentRequests).toHaveLength(1);
  });
});

describe('a result', () => {
  const told: string[] = [];
  const events: MakeEvents = {
    onStage: (stage) => void told.push(stage),
    onReady: async (sent) => void told.push(`ready ${sent instanceof File ? sent.name : sent.href}`),
    onWait: () => void told.push('wait'),
    onNewKey: () => void told.push('new key'),
  };
  const makeIt = (given: File | URL, payment: Payment, keys = new RepeatKeys(new PageMemory())) => {
    const made = make(given, cutout, { paidBy: payment, signal: new AbortController().signal, keys, events });
    made.catch(() => {});
    return made;
  };
  beforeEach(() => void told.splice(0));

  test('is made of the photo as it is, by who can repeat it', async () => {
    const made = makeIt(photo, byWallet);
    (await sentRequest()).answer(200, png(), { 'X-Input-Dimensions': '40,30' });
    const { photo: sent, callId, stages, outcome, milliseconds } = await made;
    expect([sent, told]).toEqual([photo, ['ready a.jpg', 'Sending', 'Receiving', 'Drawing']]);
    expect(callId).toMatch(/^[0-9a-f]{64}$/);
    expect(stages.map(([name]) => name)).toEqual(['Sending', 'Receiving']);
    expect(outcome.known.inputPx).toEqual([40, 30]);
    expect(milliseconds).toBeGreaterThanOrEqual(0);
  });

  test('of the trial is made of a small photo, and cannot be repeated', async () => {
    let nowMs = 5000;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 7;
      return nowMs;
    });
    const made = makeIt(photo, byTrial);
    (await sentRequest()).answer(200, png());
    const { callId, stages } = await made;
    expect([callId, stages[0], told[0]]).toEqual([null, ['Scaling', 7], 'Scaling']);
    expect(sentRequests[0].sentHeaders).not.toHaveProperty('Idempotency-Key');
  });

  const failure = (made: Promise<unknown>) =>
    made.then(
      () => null,
      (cause: unknown) => (cause instanceof CallFailed ? cause.failure : cause),
    );

  test('of the trial is none of an address, nor of a format that the browser cannot read', async () => {
    expect(await failure(makeIt(address, byTrial))).toMatchObject({ accountHelps: true, mayRetry: false });
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('Unknown format')));
    const unread = await failure(makeIt(photo, byTrial));
    expect(unread).toMatchObject({ accountHelps: true, mayRetry: false, text: expect.stringContaining('format') });
    expect(sentRequests).toEqual([]);
    makeIt(address, byWallet);
    expect((await sentRequest()).sentHeaders).toHaveProperty('Idempotency-Key');
  });

  test.each([
    [20 * 1024 * 1024, 1],
    [20 * 1024 * 1024 + 1, 0],
  ])('is asked for of a file of %i bytes %i times', async (size, times) => {
    const large = new File(['x'], 'large.jpg');
    Object.defineProperty(large, 'size', { value: size });
    const made = makeIt(large, byKey);
    if (times > 0) await sentRequest();
    else expect(await failure(made)).toMatchObject({ accountHelps: false, text: expect.stringContaining('20.1 MB') });
    expect(sentRequests).toHaveLength(times);
  });
});
