// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDialog } from './testing/dialog.ts';

let page: ReturnType<typeof openDialog>;
beforeEach(() => {
  page = openDialog();
});
afterEach(() => vi.unstubAllGlobals());

function point(type: string, clientX: number, clientY: number, options: PointerEventInit = {}): void {
  page.parts.stage.dispatchEvent(
    new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', button: 0, clientX, clientY, ...options }),
  );
}
const kinds = () => page.orders.map(({ kind }) => kind);
const finger = (pointerId: number): PointerEventInit => ({ pointerId, pointerType: 'touch' });

describe('one pointer', () => {
  test('paints from where it goes down to where it goes up, in pixels of the picture', () => {
    point('pointermove', 100, 100);
    point('pointerdown', 200, 100);
    point('pointermove', 238.4, 100);
    point('pointerup', 238.4, 100);
    point('pointermove', 250, 100);
    expect(kinds()).toEqual(['begin', 'stroke', 'end']);
    expect(page.orders[0]).toMatchObject({ dab: { x: 50, y: 25, radiusPx: expect.closeTo(20 / 3.84) } });
    expect(page.orders[1]).toMatchObject({ dabs: [{ x: expect.closeTo(60), y: 25 }] });
  });

  test('of a pen is as large as it is pressed', () => {
    point('pointerdown', 200, 100, { pointerType: 'pen', pressure: 0.5 });
    expect(page.orders[0]).toMatchObject({ dab: { radiusPx: expect.closeTo((20 / 3.84) * 0.65) } });
  });

  test('that the browser takes away leaves no stroke', () => {
    point('pointerdown', 200, 100);
    point('pointercancel', 200, 100);
    expect(kinds()).toEqual(['begin', 'cancel']);
  });

  test('with the right button is the browser’s', () => {
    point('pointerdown', 200, 100, { button: 2 });
    expect(page.orders).toEqual([]);
  });

  test('shows the ring of the brush, and takes it along as it leaves', () => {
    point('pointermove', 200, 100);
    expect([page.parts.tip.hidden, page.parts.tip.style.width]).toEqual([false, '40px']);
    point('pointerleave', 500, 100);
    expect(page.parts.tip.hidden).toBe(true);
  });
});

test('two fingers give up the stroke of the first, zoom and move', () => {
  point('pointerdown', 150, 100, finger(1));
  point('pointerdown', 250, 100, finger(2));
  point('pointermove', 100, 100, finger(1));
  point('pointermove', 300, 100, finger(2));
  point('pointerup', 100, 100, finger(1));
  point('pointermove', 310, 100, finger(2));
  point('pointerup', 310, 100, finger(2));
  expect(kinds().filter((kind) => kind !== 'view')).toEqual(['begin', 'cancel']);
  const scales = page.orders.flatMap((order) => (order.kind === 'view' ? [order.view.scale] : []));
  expect(Math.max(...scales)).toBeCloseTo(7.68);
  page.orders.length = 0;
  point('pointerdown', 200, 100, finger(3));
  expect(kinds()).toEqual(['begin']);
});

test('the wheel moves, with Ctrl it zooms where the pointer is', () => {
  // The document of the tests knows no keys of a wheel's event.
  const turn = (keys: object) => {
    const wheel = { clientX: 200, clientY: 100, deltaX: 0, deltaY: -300, ...keys };
    return page.parts.stage.dispatchEvent(Object.assign(new Event('wheel', { cancelable: true }), wheel));
  };
  expect(turn({ ctrlKey: true })).toBe(false);
  turn({});
  const [zoomed, moved] = page.orders.flatMap((order) => (order.kind === 'view' ? [order.view] : []));
  expect(zoomed.scale).toBeCloseTo(3.84 * Math.E);
  expect(moved.top).toBeGreaterThan(zoomed.top);
  expect(moved.scale).toBe(zoomed.scale);
});
