// @vitest-environment happy-dom
/** Parts of the page by themselves: ways in, the form, who pays, the box, the line, and what is known of a result. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveFiles, isShown, openPage, ownSession, pick, textAt, trialSession } from '../testing/page.ts';
import { choose, chosen, element, onChoice } from './elements.ts';
import { callOfForm, chooseKind, onCallChange, showFields } from './form.ts';
import type { Given } from './given.ts';
import { takePhotos } from './intake.ts';
import { showKnown } from './known.ts';
import type { Made } from './make.ts';
import { nothingKnown } from './outcome.ts';
import { type Payment, PaymentPanel } from './payment.ts';
import { askSession } from './session.ts';
import { Split } from './split.ts';
import { SubjectBox } from './subject-box.ts';

const at = (id: string) => document.getElementById(id) as HTMLElement;
const file = (name: string) => new File([name], name, { type: 'image/jpeg' });
const boundsOf = (id: string, left: number, width: number, top = 0, height = 100) => {
  at(id).getBoundingClientRect = () => new DOMRect(left, top, width, height);
};

beforeEach(() => openPage());
afterEach(() => void vi.unstubAllGlobals());

describe('elements', () => {
  test('are those that the page promises, of their kind', () => {
    expect(element('photo', HTMLInputElement)).toBe(at('photo'));
    expect(() => element('nothing', HTMLElement)).toThrow('nothing');
    expect(() => element('photo', HTMLButtonElement)).toThrow('photo');
  });

  test('of a choice are chosen, read and heard by name', () => {
    const heard = vi.fn();
    onChoice('zoom', heard);
    choose('zoom', '4');
    expect([chosen('zoom'), chosen('nothing'), heard.mock.calls]).toEqual(['4', '', []]);
    pick('zoom', '1');
    expect([chosen('zoom'), heard.mock.calls]).toEqual(['1', [['1']]]);
  });
});

describe('a photo comes', () => {
  const given: Given[] = [];
  beforeEach(() => {
    given.length = 0;
    takePhotos((photo) => given.push(photo));
  });
  const eventWith = (name: string, property: string, files: File[]) =>
    Object.assign(new Event(name, { cancelable: true }), { [property]: { files } });

  test('by the field, the first of several, and the same once more', () => {
    giveFiles('photo', file('a.jpg'), file('b.jpg'));
    giveFiles('photo', file('a.jpg'));
    giveFiles('photo');
    expect(given.map((each) => (each as File).name)).toEqual(['a.jpg', 'a.jpg']);
  });

  test('by a drop anywhere, which is seen while it hangs over the page', () => {
    const isOver = () => at('drop').classList.contains('over');
    document.dispatchEvent(new Event('dragenter'));
    document.dispatchEvent(new Event('dragenter'));
    document.dispatchEvent(new Event('dragleave'));
    expect(isOver()).toBe(true);
    document.dispatchEvent(new Event('dragleave'));
    expect(isOver()).toBe(false);
    document.dispatchEvent(new Event('dragenter'));
    const over = new Event('dragover', { cancelable: true });
    document.dispatchEvent(over);
    const drop = eventWith('drop', 'dataTransfer', [file('dropped.jpg')]);
    document.dispatchEvent(drop);
    // Otherwise the browser would leave the page for the photo.
    expect([over.defaultPrevented, drop.defaultPrevented, isOver()]).toEqual([true, true, false]);
    document.dispatchEvent(new Event('dragenter'));
    expect([isOver(), (given.at(-1) as File).name]).toEqual([true, 'dropped.jpg']);
    document.dispatchEvent(eventWith('drop', 'dataTransfer', []));
  });

  test('by a paste, of files alone', () => {
    document.dispatchEvent(eventWith('paste', 'clipboardData', [file('pasted.jpg')]));
    const before = given.length;
    document.dispatchEvent(eventWith('paste', 'clipboardData', []));
    expect([(given.at(-1) as File).name, given.length]).toEqual(['pasted.jpg', before]);
  });

  test('by its address', () => {
    element('address', HTMLInputElement).value = 'https://images.example.com/a.jpg';
    const submit = new Event('submit', { cancelable: true });
    at('by-address').dispatchEvent(submit);
    expect([String(given.at(-1)), submit.defaultPrevented]).toEqual(['https://images.example.com/a.jpg', true]);
  });

  test('as a sample, with a kind that suits it; the last one that was asked for', async () => {
    const samples = [...document.querySelectorAll<HTMLButtonElement>('[data-sample]')];
    for (const sample of samples) expect(sample.disabled).toBe(false);
    const car = samples.find(({ dataset }) => dataset.kindOfSample === 'car-cutout');
    samples[0].click();
    car?.click();
    await vi.waitFor(() => expect(given).toHaveLength(1));
    expect([(given[0] as File).name, (given[0] as File).type, chosen('kind')]).toEqual([
      ...['car.jpg', 'image/jpeg', 'car-cutout'],
    ]);
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    samples[1].click();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(given).toHaveLength(1);
  });
});

describe('the form', () => {
  test('asks for what is chosen, and leaves out what is so by itself', () => {
    expect(callOfForm()).toMatchObject({ operation: { name: 'image-without-background' }, options: {} });
    pick('cutout.encoding', 'json');
    pick('cutout.output_format', 'webp');
    element('cutout.aspect', HTMLInputElement).value = '1:1';
    expect(callOfForm()).toMatchObject({
      operation: { name: 'image-without-background-base64' },
      options: { output_format: 'webp', aspect: '1:1' },
    });
    pick('kind', 'matte');
    expect(callOfForm()).toMatchObject({ operation: { name: 'alpha-channel' }, options: {} });
  });

  test('sends what is switched as true or false', () => {
    pick('kind', 'car-cutout');
    const box = document.querySelector<HTMLInputElement>('[data-kind="car-cutout"] input[type=checkbox][data-option]');
    if (!box) throw new Error('There is no switch');
    box.checked = !box.checked;
    expect(callOfForm().options).toEqual({ [box.dataset.option ?? '']: box.checked });
  });

  test('shows the fields of the kind that is chosen', () => {
    const seen = () =>
      [...document.querySelectorAll<HTMLElement>('fieldset[data-kind]')].flatMap(({ hidden, dataset }) =>
        hidden ? [] : [dataset.kind],
      );
    choose('kind', 'matte');
    showFields();
    expect(seen()).toEqual(['matte']);
    const heard = vi.fn();
    onCallChange(heard);
    pick('kind', 'cutout');
    expect([seen(), heard.mock.calls.length]).toEqual([['cutout'], 1]);
    at('cutout.aspect').dispatchEvent(new Event('change', { bubbles: true }));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['cutout', 'car-cutout', 'car-cutout'],
    ['car-layers', 'car-cutout', 'car-layers'],
    ['car-layers', 'cutout', 'cutout'],
    ['matte', 'cutout', 'matte'],
  ])('with %s chosen and a sample for %s has %s', (before, sample, after) => {
    choose('kind', before);
    chooseKind(sample);
    expect(chosen('kind')).toBe(after);
  });
});

describe('who pays', () => {
  const panel = async (given: Parameters<typeof openPage>[0]) => {
    openPage(given);
    const changed = vi.fn();
    const made = new PaymentPanel(changed);
    await vi.waitFor(() => expect(textAt('payment-note')).not.toBe(''));
    return { panel: made, changed };
  };
  const choices = () => [...document.querySelectorAll<HTMLInputElement>('input[name="wallet"]')];

  test('is the trial for a visitor, with what is left of it', async () => {
    const { panel: shown } = await panel({ session: trialSession });
    expect(await shown.payment()).toEqual({ kind: 'trial', csrfToken: 'token-1', maxPixels: 250_000 });
    expect(choices()).toEqual([]);
    expect(textAt('payment-note')).toContain('2 of 3 photos left today, scaled to 0.25 megapixels');
    expect(at('payment-note').querySelector('a')?.getAttribute('href')).toBe('/sign-up');
    await panel({ session: { ...trialSession, trial: { ...trialSession.trial, per_day: 0 } } });
    expect(at('payment-note').querySelector('a')?.getAttribute('href')).toBe('/sign-in');
  });

  test('is a wallet of the account, the test wallet first', async () => {
    const { panel: shown, changed } = await panel({ session: ownSession });
    const payment: Payment = { kind: 'wallet', csrfToken: 'token-2', account: 'account-1', type: 'test' };
    expect(await shown.payment()).toEqual(payment);
    expect(choices().map(({ value, checked }) => [value, checked])).toEqual([
      ['test', true],
      ['live', false],
    ]);
    expect(textAt('payment')).toContain('Test wallet1 credit');
    expect(textAt('payment')).toContain('Live wallet1,234 credits');
    expect(textAt('payment-note')).toContain('ada@example.org');
    pick('wallet', 'live');
    expect([await shown.payment(), changed.mock.calls.length]).toEqual([{ ...payment, type: 'live' }, 2]);
    await shown.refresh();
    expect(choices().map(({ checked }) => checked)).toEqual([false, true]);
  });

  test('is the demo key where the page has one, unless a wallet is chosen', async () => {
    const { panel: shown } = await panel({ session: ownSession, demoKey: 'test_demo' });
    expect(choices().map(({ value }) => value)).toEqual(['key', 'test', 'live']);
    expect(await shown.payment()).toEqual({ kind: 'key', key: 'test_demo' });
    pick('wallet', 'test');
    expect((await shown.payment()).kind).toBe('wallet');
    const alone = await panel({ session: trialSession, demoKey: 'test_demo' });
    expect(await alone.panel.payment()).toEqual({ kind: 'key', key: 'test_demo' });
    expect(textAt('payment-note')).toContain('demo key');
  });

  test('is not known where the service cannot be reached', async () => {
    const { panel: shown } = await panel({ session: null });
    expect(textAt('payment-note')).toBe('The service cannot be reached.');
    await expect(shown.payment()).rejects.toThrow('503');
    await expect(askSession()).rejects.toThrow('503');
  });
});

describe('the box around the subject', () => {
  const field = () => document.querySelector<HTMLInputElement>('input[data-option="roi"]') as HTMLInputElement;
  const pointer = (name: string, clientX: number, clientY: number) =>
    at('drawing').dispatchEvent(
      Object.assign(new Event(name, { cancelable: true }), { clientX, clientY, pointerId: 1 }),
    );
  const key = (name: string, shiftKey = false) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key: name, shiftKey });
    at('drawing').dispatchEvent(event);
    return event.defaultPrevented;
  };
  const start = async (canBegin = true) => {
    const box = new SubjectBox(async () => canBegin);
    boundsOf('drawing', 100, 200, 50, 100);
    at('draw-box').click();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return box;
  };
  const drawn = () => ['left', 'top', 'width', 'height'].map((side) => at('box').style.getPropertyValue(side));

  test('begins in the middle, where there is a photo', async () => {
    await start(false);
    expect([isShown('drawing'), at('draw-box').getAttribute('aria-pressed')]).toEqual([false, 'false']);
    openPage();
    await start();
    expect([isShown('drawing'), at('draw-box').getAttribute('aria-pressed'), drawn()]).toEqual([
      ...[true, 'true', ['25%', '25%', '50%', '50%']],
    ]);
  });

  test('is drawn by the pointer, and written into every kind', async () => {
    await start();
    const heard = vi.fn();
    document.addEventListener('change', heard, { once: true });
    pointer('pointermove', 120, 60);
    expect(drawn()).toEqual(['25%', '25%', '50%', '50%']);
    pointer('pointerdown', 120, 60);
    pointer('pointermove', 200, 90);
    expect(drawn()).toEqual(['10%', '10%', '40%', '30%']);
    pointer('pointerup', 200, 100);
    expect([field().value, isShown('drawing'), heard.mock.calls.length]).toEqual(['10% 10% 50% 50%', false, 1]);
    const values = [...document.querySelectorAll<HTMLInputElement>('input[data-option="roi"]')].map(
      ({ value }) => value,
    );
    expect([values.length > 1, new Set(values).size]).toEqual([true, 1]);
  });

  test('is not drawn by a click, nor where the pointer is taken away', async () => {
    await start();
    pointer('pointerdown', 120, 60);
    pointer('pointerup', 120, 60);
    expect([isShown('drawing'), isShown('box'), field().value]).toEqual([true, false, '']);
    pointer('pointerdown', 120, 60);
    pointer('pointercancel', 120, 60);
    pointer('pointerup', 200, 90);
    expect([isShown('drawing'), field().value]).toEqual([true, '']);
  });

  test('is moved and sized by keys, ended by Enter, taken away by Escape', async () => {
    const box = await start();
    expect([key('ArrowLeft'), key('ArrowDown', true), key('a')]).toEqual([true, true, false]);
    expect(key('Enter')).toBe(true);
    expect(field().value).toBe('24% 25% 74% 76%');
    at('draw-box').click();
    await vi.waitFor(() => expect(isShown('drawing')).toBe(true));
    expect(drawn()).toEqual(['24%', '25%', '50%', '51%']);
    expect(key('Escape')).toBe(true);
    expect([field().value, isShown('drawing')]).toEqual(['', false]);
    field().value = '1% 1% 2% 2%';
    box.clear();
    expect(field().value).toBe('');
  });

  test('is ended by its button', async () => {
    await start();
    at('draw-box').click();
    expect([field().value, isShown('drawing'), document.activeElement]).toEqual([
      ...['25% 25% 75% 75%', false, at('draw-box')],
    ]);
  });
});

describe('the line between before and after', () => {
  const range = () => element('split', HTMLInputElement);
  const cut = () => at('after').style.clipPath;
  const pointer = (name: string, clientX: number, more: object = {}) => {
    const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), {
      ...{ clientX, button: 0, pointerId: 1, pointerType: 'mouse', movementX: 0, movementY: 0, ...more },
    });
    (name === 'pointerdown' ? at('picture') : at('stage')).dispatchEvent(event);
    return event.defaultPrevented;
  };
  let isPanning = false;
  let split: Split;
  const scrolled = vi.fn();

  beforeEach(() => {
    isPanning = false;
    boundsOf('stage', 10, 200);
    boundsOf('viewport', 10, 200);
    boundsOf('picture', 10, 200);
    Object.defineProperty(at('viewport'), 'clientWidth', { configurable: true, value: 200 });
    at('viewport').scrollBy = scrolled.mockClear();
    at('handle').getBoundingClientRect = () =>
      new DOMRect(10 + Number.parseFloat(at('handle').style.left) - 5, 0, 10, 10);
    split = new Split({ isPanning: () => isPanning });
  });

  test('is offered where there are two pictures, else all of the result is seen', () => {
    expect([isShown('handle'), isShown('split-label'), cut()]).toEqual([false, false, 'inset(0 0 0 0px)']);
    split.offer(true);
    expect([isShown('handle'), isShown('split-label'), cut()]).toEqual([true, true, 'inset(0 0 0 100px)']);
    expect(at('handle').style.left).toBe('100px');
    range().value = '25';
    range().dispatchEvent(new Event('input'));
    expect([cut(), at('handle').style.left]).toEqual(['inset(0 0 0 50px)', '50px']);
  });

  test('lies on the part of the picture that is seen', () => {
    split.offer(true);
    boundsOf('picture', -90, 400);
    at('viewport').dispatchEvent(new Event('scroll'));
    expect([cut(), at('handle').style.left]).toEqual(['inset(0 0 0 200px)', '100px']);
    boundsOf('picture', 60, 100);
    split.place();
    expect([cut(), at('handle').style.left]).toEqual(['inset(0 0 0 50px)', '100px']);
  });

  test('follows the pointer until it is let go', () => {
    split.offer(true);
    expect(pointer('pointerdown', 60)).toBe(true);
    expect(range().value).toBe('25');
    pointer('pointermove', 160);
    expect([range().value, cut()]).toEqual(['75', 'inset(0 0 0 150px)']);
    pointer('pointerup', 160);
    pointer('pointermove', 60);
    expect(range().value).toBe('75');
  });

  test('is left alone by other buttons, and where there is nothing to compare', () => {
    expect([pointer('pointerdown', 60), range().value]).toEqual([false, '50']);
    split.offer(true);
    expect([pointer('pointerdown', 60, { button: 2 }), range().value]).toEqual([false, '50']);
    expect([pointer('pointerdown', 60, { pointerType: 'touch' }), range().value]).toEqual([false, '25']);
  });

  test('is taken by its handle where the pointer moves the picture', () => {
    split.offer(true);
    isPanning = true;
    pointer('pointerdown', 110 + 25);
    pointer('pointermove', 60, { movementX: 7, movementY: -3 });
    expect([range().value, scrolled.mock.lastCall]).toEqual(['50', [{ left: -7, top: 3, behavior: 'instant' }]]);
    pointer('pointercancel', 60);
    pointer('pointerdown', 110 + 24);
    expect(range().value).toBe('62');
    pointer('pointerup', 134);
    scrolled.mockClear();
    expect([pointer('pointerdown', 30, { pointerType: 'touch' }), scrolled.mock.calls]).toEqual([false, []]);
  });
});

test('what is known of a result is shown as pairs, times and a view; nothing without one', () => {
  const known = { ...nothingKnown, inputPx: [40, 30] as const, view: { azimuth: 90, elevation: 5 } };
  const made = {
    outcome: { known, bytes: 2048 },
    milliseconds: 1500,
    stages: [['Sending', 12] as const, ['Working', 1400] as const],
    headers: new Headers({ 'Server-Timing': 'decode;dur=120.4, wait;dur=0.9, read;dur=1' }),
  };
  showKnown(made as Pick<Made, 'milliseconds'> as Made);
  expect([...at('facts').children].map((pair) => [...pair.children].map((part) => part.textContent))).toEqual([
    ['Size', '40 × 30 pixels'],
    ['Answer', '2 kB'],
    ['Time', '1.5 s'],
  ]);
  expect([...at('facts').querySelectorAll('dt')]).toHaveLength(3);
  expect([...at('stages').children].map((stage) => stage.textContent)).toEqual([
    'Sending 12 ms',
    'Working 1.4 s (decode 120 ms, read 1 ms)',
  ]);
  expect([isShown('view'), textAt('view-text')]).toEqual([true, 'Seen from the left (90°), 5° above it']);
  const camera = at('compass').querySelector('.camera');
  expect(['cx', 'cy'].map((name) => Math.round(Number(camera?.getAttribute(name))))).toEqual([-40, -0]);
  expect(at('compass').children).toHaveLength(5);
  showKnown(null);
  expect([isShown('view'), at('facts').children.length, at('stages').children.length]).toEqual([false, 0, 0]);
});
