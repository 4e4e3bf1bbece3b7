// @vitest-environment happy-dom
/** The page at `/` with its script: a photo in, a call out, what came back; and what it says in each state. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FinishOrder } from './playground/finish.ts';
import {
  giveFiles,
  isShown,
  openPage,
  ownSession,
  pick,
  png,
  sentRequest,
  sentRequests,
  textAt,
} from './testing/page.ts';

const photo = new File(['a photo'], 'car.jpg', { type: 'image/jpeg' });
const status = () => textAt('status');
const button = (id: string) => document.getElementById(id) as HTMLButtonElement;
const run = () =>
  document.getElementById('call')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

async function open(given: Parameters<typeof openPage>[0] = {}): Promise<void> {
  openPage({ session: ownSession, ...given });
  vi.resetModules();
  await import('./playground.ts');
  await vi.waitFor(() => expect(textAt('payment-note')).not.toBe(''));
}

/** Gives a photo and has its call answered. */
async function made(count = 1, headers: Record<string, string> = {}): Promise<void> {
  (await sentRequest(count)).answer(200, png(), headers);
  await vi.waitFor(() => expect(status()).toContain('ready'));
  await vi.waitFor(() => expect(document.getElementById('studio')?.dataset.state).toBe('done'));
}

beforeEach(() => open());
afterEach(() => void vi.unstubAllGlobals());

describe('a photo', () => {
  test('is sent at once, and its result shown with what to save', async () => {
    expect([button('run').disabled, isShown('result')]).toEqual([true, false]);
    giveFiles('photo', photo);
    expect(status()).toBe('Working on car.jpg, 7 bytes.');
    expect([isShown('result'), isShown('busy'), button('run').disabled]).toEqual([true, true, true]);
    expect(document.getElementById('studio')?.dataset.state).toBe('busy');
    const request = await sentRequest();
    expect(textAt('busy-stage')).toBe('Sending …');
    expect(textAt('elapsed')).toMatch(/^\d\.\d s$/);
    request.uploaded();
    expect(textAt('busy-stage')).toBe('Working …');
    await made();
    expect(status()).toMatch(/^Cutout ready after \d+ ms\.$/);
    expect([isShown('busy'), isShown('after'), isShown('failure')]).toEqual([false, true, false]);
    expect(button('save').disabled).toBe(false);
    // What is there is not offered again.
    expect(button('run').disabled).toBe(true);
    expect(sentRequests).toHaveLength(1);
  });

  test('that could not be kept, or is to be looked over, is said to be so', async () => {
    giveFiles('photo', photo);
    await made(1, { 'X-Subject-Found': 'false' });
    expect(status()).toContain('empty');
    giveFiles('photo', new File(['another'], 'b.jpg'));
    await made(2, { 'X-Needs-Review': 'true' });
    expect(status()).toContain('Please check it');
    expect(status()).not.toContain('empty');
  });

  test('is seen before it is sent', async () => {
    let seen = () => {};
    HTMLImageElement.prototype.decode = () =>
      new Promise<void>((resolve) => {
        seen = resolve;
      });
    giveFiles('photo', photo);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sentRequests).toEqual([]);
    HTMLImageElement.prototype.decode = async () => {};
    seen();
    await made();
  });

  test('takes the place of the one in work', async () => {
    giveFiles('photo', photo);
    const first = await sentRequest();
    giveFiles('photo', new File(['another'], 'b.jpg'));
    expect(first.isAborted).toBe(true);
    await made(2);
    expect(status()).toContain('ready');
    expect(sentRequests).toHaveLength(2);
  });

  test('takes the place of one whose result is being drawn, of which nothing more is said', async () => {
    giveFiles('photo', photo);
    const first = await sentRequest();
    const drawn: (() => void)[] = [];
    HTMLImageElement.prototype.decode = () => new Promise<void>((resolve) => drawn.push(resolve));
    first.answer(200, png());
    await vi.waitFor(() => expect(drawn).toHaveLength(1));
    HTMLImageElement.prototype.decode = async () => {};
    giveFiles('photo', new File(['another'], 'b.jpg'));
    drawn[0]();
    await sentRequest(2);
    expect(status()).toBe('Working on b.jpg, 7 bytes.');
    await made(2);
  });

  test('by its address is fetched by the service, and sent as it stands', async () => {
    (document.getElementById('address') as HTMLInputElement).value = 'https://images.example.com/a/photo.jpg';
    document.getElementById('by-address')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(status()).toBe('Working on photo.jpg.');
    const { body } = await sentRequest();
    expect((body as FormData).get('image_url')).toBe('https://images.example.com/a/photo.jpg');
    expect(textAt('code')).toContain('https://images.example.com/a/photo.jpg');
  });
});

describe('a change of the call', () => {
  test('waits for the button, and a result that is kept is shown again without a call', async () => {
    giveFiles('photo', photo);
    await made();
    pick('kind', 'matte');
    expect(status()).toBe('The call has changed. Run makes it for this photo.');
    expect(button('run').disabled).toBe(false);
    run();
    await made(2);
    expect(status()).toMatch(/^Matte ready/);
    pick('kind', 'cutout');
    expect(status()).toMatch(/^Cutout ready/);
    expect([button('run').disabled, sentRequests.length]).toEqual([true, 2]);
  });

  test('that this browser cannot make is offered by the service, with what it costs', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    giveFiles('photo', photo);
    await made();
    // The document of the tests has no canvas.
    pick('shape', '1:1');
    await vi.waitFor(() => expect(status()).toBe('This browser cannot make that. Run has the service make it.'));
    expect([button('run').disabled, button('run').textContent]).toEqual([false, 'Run · 1 credit']);
    run();
    expect(((await sentRequest(2)).body as FormData).get('aspect')).toBe('1:1');
    await made(2);
    expect([button('run').disabled, button('run').textContent]).toEqual([true, 'Run']);
    pick('shape', '');
    await vi.waitFor(() => expect(status()).toMatch(/^Cutout ready/));
    expect([button('run').disabled, sentRequests.length]).toEqual([true, 2]);
  });

  test('is made in this browser one at a time, and what was wanted in between is not made', async () => {
    const ends: (() => void)[] = [];
    const framing = { boxLeftPx: 0, boxTopPx: 0, boxWidthPx: 40, boxHeightPx: 40, widthPx: 40, heightPx: 40 };
    const files = [png(1), png(2)];
    const finishedPicture = vi.fn(
      (_order: FinishOrder) => new Promise((resolve) => ends.push(() => resolve({ file: files.shift(), framing }))),
    );
    const [, second] = files;
    const save = vi.fn();
    vi.doMock('./playground/finish.ts', () => ({ finishedPicture }));
    vi.doMock('./playground/pictures.ts', async (original) => ({ ...(await original<object>()), save }));
    try {
      await open();
      giveFiles('photo', photo);
      await made();
      pick('shape', '1:1');
      await vi.waitFor(() => expect(ends).toHaveLength(1));
      pick('shape', '4:3');
      pick('shape', '3:4');
      button('save').click();
      ends[0]();
      await vi.waitFor(() => expect(ends).toHaveLength(2));
      expect(textAt('save-note')).toBe('');
      ends[1]();
      await vi.waitFor(() => expect(textAt('save-note')).toContain('in sRGB'));
      expect(finishedPicture.mock.calls.map(([{ output }]) => output.aspect)).toEqual([1, 0.75]);
      // Asked for while the first was made, the file is that of the last choice.
      await vi.waitFor(() => expect(save.mock.calls).toEqual([[second, 'car-cutout.png']]));
    } finally {
      vi.doUnmock('./playground/pictures.ts');
      vi.doUnmock('./playground/finish.ts');
    }
  });

  test('would lack the edit by hand, which stays with its cutout', async () => {
    const stroke = { brush: { tool: 'erase', hardness: 1, followsEdges: false }, dabs: [] };
    vi.doMock('./brush.ts', () => ({ openBrush: async () => ({ file: png(), strokes: [stroke] }) }));
    try {
      await open();
      giveFiles('photo', photo);
      await made();
      button('edit-by-hand').click();
      await vi.waitFor(() => expect(button('edit-by-hand').disabled).toBe(false));
      const callChanged = 'The call has changed. Run makes it for this photo';
      pick('kind', 'matte');
      expect(status()).toBe(`${callChanged}, without your edit by hand.`);
      run();
      await made(2);
      pick('kind', 'car-cutout');
      expect(status()).toBe(`${callChanged}.`);
      pick('kind', 'cutout');
      pick('kind', 'car-cutout');
      expect(status()).toBe(`${callChanged}, without your edit by hand.`);
    } finally {
      vi.doUnmock('./brush.ts');
    }
  });

  test('while a call is in work is seen when that has ended', async () => {
    giveFiles('photo', photo);
    const request = await sentRequest();
    pick('kind', 'matte');
    expect(status()).toMatch(/^Working on/);
    request.answer(200, png());
    await vi.waitFor(() => expect(status()).toMatch(/^The call has changed/));
    expect(button('run').disabled).toBe(false);
  });

  test('changes the same call as code', () => {
    expect(textAt('code')).toMatch(/^curl .*image-without-background/s);
    pick('kind', 'matte');
    expect(textAt('code')).toContain('alpha-channel');
    pick('language', 'Python');
    expect(textAt('code')).toContain('import ');
    pick('matte.encoding', 'json');
    expect(textAt('code')).toContain('alpha-channel-base64');
  });

  test('keeps eight results of a photo', async () => {
    giveFiles('photo', photo);
    await made();
    const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const model = document.querySelector<HTMLInputElement>('input[name="cutout.model"]');
    if (!model) throw new Error('There is no model');
    const change = (value: string) => {
      model.value = value;
      model.dispatchEvent(new Event('change', { bubbles: true }));
    };
    for (const [index, value] of values.entries()) {
      change(value);
      run();
      await made(index + 2);
    }
    // Nine were made: the first one is gone, the second one is not.
    change(values[0]);
    expect([button('run').disabled, status().startsWith('Cutout ready')]).toEqual([true, true]);
    change('');
    expect([button('run').disabled, status().startsWith('The call has changed')]).toEqual([false, true]);
  });
});

describe('a call that is cancelled', () => {
  const cancel = async () => {
    giveFiles('photo', photo);
    const request = await sentRequest();
    button('cancel').click();
    await vi.waitFor(() => expect(status()).toMatch(/^Cancelled/));
    return request;
  };

  test('may have been charged, and is repeated under its key', async () => {
    const request = await cancel();
    expect(request.isAborted).toBe(true);
    expect(status()).toContain('costs nothing');
    expect([isShown('busy'), isShown('failure'), button('run').disabled]).toEqual([false, false, false]);
    expect(document.getElementById('studio')?.dataset.state).toBe('given');
    run();
    const again = await sentRequest(2);
    expect(again.sentHeaders['Idempotency-Key']).toBe(request.sentHeaders['Idempotency-Key']);
    await made(2);
    // Its answer was shown, so the next one is another call.
    giveFiles('photo', photo);
    expect((await sentRequest(3)).sentHeaders['Idempotency-Key']).not.toBe(again.sentHeaders['Idempotency-Key']);
  });

  test('of the trial may count, and has no key', async () => {
    await open({ session: undefined });
    const request = await cancel();
    expect(request.sentHeaders).not.toHaveProperty('Idempotency-Key');
    expect(status()).toContain('may count');
  });

  test('before anything was sent cost nothing', async () => {
    let answer = () => {};
    const session = new Promise<Response>((resolve) => {
      answer = () => resolve(Response.json(ownSession));
    });
    vi.stubGlobal('fetch', () => session);
    vi.resetModules();
    await import('./playground.ts');
    giveFiles('photo', photo);
    button('cancel').click();
    answer();
    await vi.waitFor(() => expect(status()).toBe('Cancelled. Nothing was sent.'));
    expect(sentRequests).toEqual([]);
  });
});

describe('a call that fails', () => {
  test('shows the reason that the service gave, and is tried again where that may help', async () => {
    giveFiles('photo', photo);
    const body = new Blob([JSON.stringify({ detail: 'No <room>.' })]);
    (await sentRequest()).answer(503, body, { 'X-Error-Code': 'SERVICE_UNAVAILABLE', 'X-Request-Id': 'r-1' });
    await vi.waitFor(() => expect(isShown('failure')).toBe(true));
    expect(textAt('failure-text')).toBe('No <room>.');
    expect(textAt('failure-advice')).not.toBe('');
    expect(textAt('failure-origin')).toContain('r-1');
    expect([status(), isShown('retry'), isShown('failure-sign-up')]).toEqual(['', true, false]);
    expect(button('run').disabled).toBe(false);
    button('retry').click();
    expect(isShown('failure')).toBe(false);
    await made(2);
  });

  test('and cannot be read says so', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    pick('cutout.encoding', 'json');
    giveFiles('photo', photo);
    (await sentRequest()).answer(200, new Blob(['no JSON']));
    await vi.waitFor(() => expect(isShown('failure')).toBe(true));
    expect(textAt('failure-text').length).toBeGreaterThan(10);
    expect(isShown('retry')).toBe(true);
  });

  test('because the trial is used up offers an account', async () => {
    await open({ session: undefined });
    giveFiles('photo', photo);
    const body = new Blob([JSON.stringify({ detail: 'Used up.' })]);
    (await sentRequest()).answer(429, body, { 'X-Error-Code': 'TRIAL_USED_UP' });
    await vi.waitFor(() => expect(isShown('failure')).toBe(true));
    expect([isShown('retry'), isShown('failure-sign-up')]).toEqual([false, true]);
  });

  test('for its key is used up is sent under another one, and said to cost a credit', async () => {
    giveFiles('photo', photo);
    const first = await sentRequest();
    first.answer(409, new Blob(['{}']), { 'X-Error-Code': 'IDEMPOTENCY_EXHAUSTED' });
    const second = await sentRequest(2);
    expect(second.sentHeaders['Idempotency-Key']).not.toBe(first.sentHeaders['Idempotency-Key']);
    expect(status()).toContain('costs a credit');
    await made(2);
    expect(status()).toMatch(/^Cutout ready after .*costs a credit\.$/);
  });
});
