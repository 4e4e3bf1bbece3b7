// @vitest-environment happy-dom
/** The page at `/` where a result is wrong: clicks and strokes, what is sent for them, what is undone, and what nothing is spent for. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
  trialSession,
} from './testing/page.ts';

const photo = new File(['a photo'], 'car.jpg', { type: 'image/jpeg' });
const stroke = { brush: { tool: 'erase', hardness: 1, followsEdges: false }, dabs: [] } as const;
const meant = vi.hoisted(() => ({ kind: 'drop' as 'keep' | 'drop' | null }));
const brush = vi.hoisted(() => ({ opened: [] as unknown[], painted: [] as unknown[], files: [] as Blob[] }));
const saved = vi.hoisted(() => [] as unknown[]);

vi.mock('./playground/meant.ts', () => ({ meantAt: async () => meant.kind }));
vi.mock('./playground/pictures.ts', async (original) => ({
  ...(await original<object>()),
  save: (file: Blob) => saved.push(file),
}));
vi.mock('./brush.ts', () => ({
  async openBrush(pictures: unknown) {
    brush.opened.push(pictures);
    return { file: brush.files.shift(), strokes: [stroke] };
  },
  async paintStrokes({ cutout }: { cutout: Blob }, strokes: readonly unknown[]) {
    brush.painted.push([cutout, strokes.length]);
    return brush.files.shift();
  },
}));

const at = (id: string) => document.getElementById(id) as HTMLElement;
const note = () => textAt('mend-note');
const marks = () =>
  [...at('marks').children].map((it) => `${it.getAttribute('data-kind')}${it.matches('.waiting') ? ' waiting' : ''}`);
const key = (target: HTMLElement, name: string, more: object = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));

async function open(session: object = { ...ownSession, takes_points: true }): Promise<void> {
  openPage({ session });
  vi.resetModules();
  await import('./playground.ts');
  await vi.waitFor(() => expect(textAt('payment-note')).not.toBe(''));
  at('picture').getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  at('handle').getBoundingClientRect = () => new DOMRect(-500, 0, 2, 100);
}

/** Gives a photo, whose cutout comes at once. */
async function made(headers: Record<string, string> = {}): Promise<void> {
  giveFiles('photo', photo);
  (await sentRequest()).answer(200, png(), { 'X-Input-Dimensions': '40,20', ...headers });
  await vi.waitFor(() => expect(at('studio').dataset.state).toBe('done'));
  await vi.waitFor(() => expect(at('before').hidden).toBe(false));
}

/** Clicks on the picture, whose sides are 200 and 100. */
function click(x: number, y: number): void {
  for (const name of ['pointerdown', 'pointerup']) {
    const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), {
      ...{ clientX: x, clientY: y, button: 0, pointerId: 1, pointerType: 'mouse' },
    });
    (name === 'pointerdown' ? at('picture') : at('stage')).dispatchEvent(event);
  }
}

const formOf = async (count: number) => {
  const { body } = await sentRequest(count);
  if (!(body instanceof FormData)) throw new Error('No form was sent');
  return body;
};
const asked = async (count: number) => {
  const form = await formOf(count);
  return [form.get('keep_points'), form.get('drop_points'), form.get('max_size')];
};
const answer = async (count: number, file = png(), headers: Record<string, string> = {}) => {
  (await sentRequest(count)).answer(200, file, { 'X-Input-Dimensions': '40,20', ...headers });
};
const refuse = async (count: number, status: number, code: string, text: string) => {
  const body = new Blob([JSON.stringify({ detail: [{ loc: ['body', 'keep_points'], msg: text }] })]);
  (await sentRequest(count)).answer(status, body, { 'X-Error-Code': code });
};
const idle = () => vi.waitFor(() => expect(at('stage').dataset.mending).toBe('false'));

beforeEach(async () => {
  meant.kind = 'drop';
  for (const list of [brush.opened, brush.painted, brush.files, saved]) list.length = 0;
  await open();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the tools', () => {
  test('are there once there is a result, where the service takes points', async () => {
    expect([isShown('tool-keep'), isShown('mend-question')]).toEqual([false, false]);
    await made();
    await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
    expect([isShown('tool-drop'), isShown('mend-question'), isShown('undo-step')]).toEqual([true, true, false]);
  });

  test('are not there without a network for points, nor for cars', async () => {
    await open(ownSession);
    await made();
    expect([isShown('tool-keep'), isShown('mend-question'), isShown('edit-by-hand')]).toEqual([false, false, true]);
    click(100, 50);
    await open();
    pick('kind', 'car-cutout');
    await made();
    click(100, 50);
    expect([isShown('tool-keep'), sentRequests.length]).toEqual([false, 1]);
  });
});

describe('a click', () => {
  beforeEach(async () => {
    await made();
    await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
  });

  test('says that what is there is wrong, under the key of what was paid', async () => {
    click(100, 25);
    expect(await asked(2)).toEqual([null, '50% 25%', null]);
    expect(sentRequests[1].sentHeaders['Idempotency-Key']).toBe(sentRequests[0].sentHeaders['Idempotency-Key']);
    expect((await formOf(2)).get('file')).toEqual(photo);
    expect(note()).toBe('Drop at 50 % from the left, 25 % from the top. Working …');
    expect([marks(), at('stage').dataset.mending, isShown('busy')]).toEqual([['drop waiting'], 'true', false]);
    await answer(2);
    await vi.waitFor(() => expect(note()).toBe('What you clicked goes.'));
    await idle();
    expect(marks()).toEqual(['drop']);
    meant.kind = 'keep';
    click(50, 50);
    expect(await asked(3)).toEqual(['25% 50%', '50% 25%', null]);
    expect(textAt('code')).toContain("keep_points='25% 50%'");
  });

  test('where the photo is seen shows all of the result, and leaves the line alone elsewhere', async () => {
    at('handle').getBoundingClientRect = () => new DOMRect(99, 0, 2, 100);
    const line = () => (at('split') as HTMLInputElement).value;
    click(160, 25);
    await answer(2);
    await idle();
    expect(line()).toBe('50');
    click(40, 25);
    await vi.waitFor(() => expect(line()).toBe('0'));
    await answer(3);
    await idle();
  });

  test('is what the tool says, where one is chosen', async () => {
    at('tool-keep').click();
    expect(at('tool-keep').getAttribute('aria-pressed')).toBe('true');
    click(100, 25);
    expect(await asked(2)).toEqual(['50% 25%', null, null]);
    at('tool-drop').click();
    expect([at('tool-keep'), at('tool-drop')].map((it) => it.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    at('tool-drop').click();
    expect([at('tool-drop').getAttribute('aria-pressed'), isShown('pointing')]).toEqual(['false', false]);
  });

  test('needs a tool where it is not known what is there, and is one click however often it is made', async () => {
    meant.kind = null;
    click(100, 25);
    await vi.waitFor(() => expect(note()).toBe('Choose Keep or Drop first.'));
    meant.kind = 'drop';
    click(100, 25);
    await answer(2);
    await idle();
    click(100, 25);
    await vi.waitFor(() => expect(note()).toBe('That is marked already.'));
    expect(sentRequests).toHaveLength(2);
  });

  test('waits for the call in flight, and the newest alone is sent after it', async () => {
    for (const x of [20, 60, 100]) click(x, 50);
    await sentRequest(2);
    await vi.waitFor(() => expect(marks()).toHaveLength(3));
    expect([await asked(2), sentRequests.length]).toEqual([[null, '10% 50%', null], 2]);
    await answer(2);
    expect(await asked(3)).toEqual([null, '10% 50%; 30% 50%; 50% 50%', null]);
    await answer(3);
    await idle();
    expect([sentRequests.length, marks()]).toEqual([3, ['drop', 'drop', 'drop']]);
  });

  test('that is refused is said beside the picture and taken back; others stay', async () => {
    click(20, 50);
    await answer(2);
    await idle();
    click(100, 50);
    await refuse(3, 422, 'POINT_NOT_FOUND', 'Nothing was found at 50% 50%.');
    await vi.waitFor(() => expect(note()).toBe('Nothing was found at 50% 50%. The point is taken back.'));
    await idle();
    expect([marks(), isShown('failure'), isShown('main-layer')]).toEqual([['drop'], false, true]);
    expect(textAt('code')).not.toContain('50% 50%');
    click(60, 50);
    expect(await asked(4)).toEqual([null, '10% 50%; 30% 50%', null]);
  });

  test('that fails for another reason stays, and is tried again', async () => {
    click(20, 50);
    await refuse(2, 503, 'SERVICE_UNAVAILABLE', 'No room.');
    await vi.waitFor(() => expect(isShown('failure')).toBe(true));
    await idle();
    expect(marks()).toEqual(['drop waiting']);
    at('retry').click();
    await answer(3);
    await vi.waitFor(() => expect(marks()).toEqual(['drop']));
    expect(isShown('failure')).toBe(false);
  });

  test('is undone without a call, step by step', async () => {
    const [first, second] = [png(1), png(2)];
    click(20, 50);
    await answer(2, first);
    await idle();
    click(100, 50);
    await answer(3, second);
    await idle();
    at('undo-step').click();
    await vi.waitFor(() => expect(note()).toBe('Taken back.'));
    expect(marks()).toEqual(['drop']);
    at('save').click();
    await vi.waitFor(() => expect(saved).toEqual([expect.objectContaining({ size: 30 })]));
    key(at('viewport'), 'z');
    await vi.waitFor(() => expect(marks()).toEqual([]));
    await vi.waitFor(() => expect(isShown('undo-step')).toBe(false));
    expect(sentRequests).toHaveLength(3);
  });

  test('is of its photo alone', async () => {
    click(20, 50);
    const second = await sentRequest(2);
    giveFiles('photo', new File(['another'], 'b.jpg'));
    expect([second.isAborted, marks()]).toEqual([true, ['drop waiting']]);
    await answer(3);
    await vi.waitFor(() => expect(at('studio').dataset.state).toBe('done'));
    await vi.waitFor(() => expect(marks()).toEqual([]));
    expect([isShown('failure'), textAt('code').includes('points')]).toEqual([false, false]);
  });
});

describe('the size', () => {
  beforeEach(async () => {
    Object.defineProperty(at('picture'), 'offsetWidth', { configurable: true, value: 20 });
    await made();
    await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
  });

  test('is that of the screen, and all of it for the file, once', async () => {
    const whole = png();
    click(20, 50);
    expect(await asked(2)).toEqual([null, '10% 50%', '20']);
    await answer(2, png(), { 'X-Output-Dimensions': '20,10', 'X-Crop-Box': '0,0,40,20' });
    await idle();
    expect(textAt('facts')).not.toContain('Output');
    for (const time of [1, 2]) {
      at('save').click();
      if (time === 1) {
        expect(await asked(3)).toEqual([null, '10% 50%', null]);
        await answer(3, whole);
      }
      await vi.waitFor(() => expect(saved).toHaveLength(time));
    }
    expect(sentRequests).toHaveLength(3);
  });

  test('is all of it where single pixels are seen', async () => {
    click(20, 50);
    await answer(2);
    await idle();
    pick('zoom', '1');
    expect(await asked(3)).toEqual([null, '10% 50%', null]);
    await answer(3);
    await idle();
    click(60, 50);
    expect(await asked(4)).toEqual([null, '10% 50%; 30% 50%', null]);
  });
});

describe('nothing is spent without a yes', () => {
  beforeEach(async () => {
    await made();
    await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
  });

  test('after the last free change', async () => {
    click(20, 50);
    await refuse(2, 409, 'IDEMPOTENCY_EXHAUSTED', 'Too often.');
    await vi.waitFor(() => expect(isShown('mend-ask')).toBe(true));
    expect(textAt('mend-ask-text')).toContain('1 credit');
    at('mend-no').click();
    await vi.waitFor(() => expect(marks()).toEqual([]));
    expect([isShown('mend-ask'), sentRequests.length]).toEqual([false, 2]);
    // The picture stays as it was, so that this alone says what became of the answer.
    await vi.waitFor(() => expect(note()).toBe('Taken back.'));
    expect(at('mend-note').getAttribute('role')).toBe('status');
    click(20, 50);
    await refuse(3, 409, 'IDEMPOTENCY_EXHAUSTED', 'Too often.');
    await vi.waitFor(() => expect(isShown('mend-ask')).toBe(true));
    at('mend-yes').click();
    expect(await asked(4)).toEqual([null, '10% 50%', null]);
    const keys = sentRequests.map(({ sentHeaders }) => sentHeaders['Idempotency-Key']);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    await answer(4);
    await vi.waitFor(() => expect(note()).toBe('What you clicked goes.'));
    await idle();
    // Further ones are free again, under the key that was paid last.
    click(60, 50);
    await sentRequest(5);
    expect(sentRequests[4].sentHeaders['Idempotency-Key']).toBe(keys[3]);
  });

  test('nor once the service has forgotten the charge: then nothing is sent at all', async () => {
    const nowMs = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(nowMs + 86_400_000);
    click(20, 50);
    await vi.waitFor(() => expect(isShown('mend-ask')).toBe(true));
    expect(sentRequests).toHaveLength(1);
    at('mend-no').click();
    await vi.waitFor(() => expect(marks()).toEqual([]));
  });
});

test('the trial has clicks without a key, in full size, and leads to an account where they end', async () => {
  await open({ ...trialSession, takes_points: true });
  Object.defineProperty(at('picture'), 'offsetWidth', { configurable: true, value: 20 });
  await made();
  await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
  click(20, 50);
  expect(await asked(2)).toEqual([null, '10% 50%', null]);
  expect(sentRequests[0].sentHeaders).not.toHaveProperty('X-Click');
  expect(sentRequests[1].sentHeaders).toEqual({ 'X-Admission': 'of image-without-background', 'X-Click': 'true' });
  await refuse(2, 429, 'TRIAL_USED_UP', 'Used up.');
  await vi.waitFor(() => expect(isShown('failure')).toBe(true));
  expect(textAt('failure-text')).toContain('five clicks');
  expect([isShown('failure-sign-up'), isShown('retry')]).toEqual([true, false]);
  await vi.waitFor(() => expect(marks()).toEqual([]));
});

test('strokes stay over each new cutout, and are undone in one list with the clicks', async () => {
  await made();
  await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
  Object.defineProperty(at('picture'), 'offsetWidth', { configurable: true, value: 20 });
  const [byHand, again] = [png(), png()];
  brush.files.push(byHand, again);
  at('edit-by-hand').click();
  await vi.waitFor(() => expect(isShown('undo-step')).toBe(true));
  expect(brush.painted).toEqual([]);
  click(20, 50);
  // In full size, for strokes are in pixels of the photo.
  expect(await asked(2)).toEqual([null, '10% 50%', null]);
  await answer(2);
  await vi.waitFor(() => expect(brush.painted).toEqual([[expect.any(Blob), 1]]));
  await idle();
  at('save').click();
  await vi.waitFor(() => expect(saved).toEqual([again]));
  at('undo-step').click();
  await vi.waitFor(() => expect(marks()).toEqual([]));
  await idle();
  at('save').click();
  await vi.waitFor(() => expect(saved[1]).toBe(byHand));
  at('undo-step').click();
  await vi.waitFor(() => expect(isShown('undo-step')).toBe(false));
  at('save').click();
  await vi.waitFor(() => expect(saved).toHaveLength(3));
  expect([byHand, again]).not.toContain(saved[2]);
  expect([brush.painted.length, sentRequests.length]).toEqual([1, 2]);
});

describe('the holes of a graphic', () => {
  const byColour = { 'X-Model': 'flat-background@0123456789ab' };
  const chosen = () => document.querySelector<HTMLInputElement>('input[name="mend-holes"]:checked')?.value;
  const holesAsked = async (count: number) => (await formOf(count)).get('holes');

  test('can be chosen where it was cut by colour alone', async () => {
    await made({ 'X-Model': 'isnet-general@0123456789ab' });
    await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
    expect(isShown('mend-holes')).toBe(false);
    // Also where the service takes no points.
    await open(ownSession);
    await made(byColour);
    await vi.waitFor(() => expect(isShown('mend-holes')).toBe(true));
    expect([chosen(), isShown('tool-keep')]).toEqual(['auto', false]);
  });

  test('are asked for under the key of what was paid, with clicks, and undone with them', async () => {
    await made(byColour);
    await vi.waitFor(() => expect(isShown('mend-holes')).toBe(true));
    pick('mend-holes', 'open');
    expect(await holesAsked(2)).toBe('open');
    expect(sentRequests[1].sentHeaders['Idempotency-Key']).toBe(sentRequests[0].sentHeaders['Idempotency-Key']);
    await answer(2, png(1), byColour);
    await vi.waitFor(() => expect(note()).toBe('Holes are open.'));
    await idle();
    expect(textAt('code')).toContain('holes=open');
    click(20, 50);
    expect([await holesAsked(3), await asked(3)]).toEqual(['open', [null, '10% 50%', null]]);
    await answer(3, png(2), byColour);
    await vi.waitFor(() => expect(note()).toBe('What you clicked goes.'));
    await idle();
    for (const [left, holes] of [
      [[], 'open'],
      [[], 'auto'],
    ] as const) {
      at('undo-step').click();
      await vi.waitFor(() => expect([marks(), chosen()]).toEqual([left, holes]));
      await idle();
    }
    expect([isShown('undo-step'), sentRequests.length]).toEqual([false, 3]);
    // What was answered before is not asked for again.
    pick('mend-holes', 'open');
    await vi.waitFor(() => expect(note()).toBe('Holes are open.'));
    expect(sentRequests).toHaveLength(3);
  });

  test('stay as they were where that would cost a credit and nobody agrees', async () => {
    await made(byColour);
    await vi.waitFor(() => expect(isShown('mend-holes')).toBe(true));
    pick('mend-holes', 'filled');
    await refuse(2, 409, 'IDEMPOTENCY_EXHAUSTED', 'Too often.');
    await vi.waitFor(() => expect(isShown('mend-ask')).toBe(true));
    at('mend-no').click();
    await vi.waitFor(() => expect([chosen(), isShown('mend-ask')]).toEqual(['auto', false]));
    expect([sentRequests.length, isShown('undo-step')]).toEqual([2, false]);
  });
});

describe('by keys', () => {
  beforeEach(async () => {
    await made();
    await vi.waitFor(() => expect(isShown('tool-keep')).toBe(true));
    at('viewport').getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  });

  test('a cross goes where the arrows say, and Enter marks what is under it', async () => {
    key(at('viewport'), 'k');
    expect([isShown('pointing'), isShown('cross'), document.activeElement]).toEqual([true, true, at('pointing')]);
    for (let time = 0; time < 5; time++) key(at('pointing'), 'ArrowLeft');
    key(at('pointing'), 'ArrowDown', { shiftKey: true });
    expect(note()).toBe('40 % from the left, 50 % from the top.');
    key(at('pointing'), 'Enter');
    expect(await asked(2)).toEqual(['40% 50.2%', null, null]);
    key(at('pointing'), 'd');
    expect(at('tool-drop').getAttribute('aria-pressed')).toBe('true');
    key(at('pointing'), 'Escape');
    expect([isShown('pointing'), document.activeElement]).toEqual([false, at('tool-drop')]);
  });

  test('is left alone in a field, elsewhere on the page, and with other keys held', () => {
    key(at('viewport'), 'k', { ctrlKey: true });
    key(document.body, 'k');
    expect(isShown('pointing')).toBe(false);
  });
});
