// @vitest-environment happy-dom
/** What the pointer and the keys do on the picture: the box around the subject, and the line between before and after. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isShown, openPage } from '../testing/page.ts';
import { element } from './elements.ts';
import { Split } from './split.ts';
import { SubjectBox } from './subject-box.ts';

const at = (id: string) => document.getElementById(id) as HTMLElement;
const boundsOf = (id: string, left: number, width: number, top = 0, height = 100) => {
  at(id).getBoundingClientRect = () => new DOMRect(left, top, width, height);
};

beforeEach(() => openPage());
afterEach(() => void vi.unstubAllGlobals());

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
      ...{ clientX, clientY: 0, button: 0, pointerId: 1, pointerType: 'mouse', movementX: 0, movementY: 0, ...more },
    });
    (name === 'pointerdown' ? at('picture') : at('stage')).dispatchEvent(event);
    return event.defaultPrevented;
  };
  let isPanning = false;
  let clicked: ((event: PointerEvent) => void) | null;
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
    clicked = null;
    split = new Split({ isPanning: () => isPanning, whenClicked: () => clicked });
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

  test('stays where it is while the pointer clicks, and follows one that moves', () => {
    split.offer(true);
    const clicks: number[] = [];
    clicked = ({ clientX }) => void clicks.push(clientX);
    expect(pointer('pointerdown', 60)).toBe(true);
    pointer('pointermove', 63);
    pointer('pointerup', 63);
    expect([range().value, clicks]).toEqual(['50', [63]]);
    pointer('pointerdown', 60);
    pointer('pointermove', 68);
    expect(range().value).toBe('29');
    pointer('pointermove', 160);
    pointer('pointerup', 160);
    expect([range().value, clicks]).toEqual(['75', [63]]);
    // By its handle it is taken at once.
    pointer('pointerdown', 150);
    pointer('pointerup', 150);
    expect([range().value, clicks]).toEqual(['70', [63]]);
  });

  test('is not clicked by a touch that the browser takes for a scroll', () => {
    const heard = vi.fn();
    clicked = heard;
    isPanning = true;
    expect(pointer('pointerdown', 30, { pointerType: 'touch' })).toBe(false);
    pointer('pointercancel', 30);
    pointer('pointerup', 30);
    expect(heard).not.toHaveBeenCalled();
    pointer('pointerdown', 30, { pointerType: 'touch' });
    pointer('pointerup', 30);
    expect([heard.mock.calls.length, scrolled.mock.calls]).toEqual([1, []]);
  });
});
