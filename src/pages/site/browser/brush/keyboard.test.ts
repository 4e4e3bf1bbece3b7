// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chosenTool } from './dialog.ts';
import { openDialog } from './testing/dialog.ts';

let page: ReturnType<typeof openDialog>;
beforeEach(() => {
  page = openDialog();
});
afterEach(() => vi.unstubAllGlobals());

function press(key: string, options: KeyboardEventInit = {}): boolean {
  return page.parts.stage.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...options }));
}
const release = (key: string) => page.parts.stage.dispatchEvent(new KeyboardEvent('keyup', { key }));
const kinds = () => page.orders.map(({ kind }) => kind);

describe('Space', () => {
  test('paints where the brush is, however long it repeats, until it is let go', () => {
    press(' ');
    press(' ', { repeat: true });
    release(' ');
    expect(kinds()).toEqual(['begin', 'end']);
    expect(page.orders[0]).toMatchObject({ brush: { tool: 'restore', followsEdges: true }, dab: { x: 50, y: 25 } });
  });

  test('draws a line with the arrows', () => {
    page.parts.size.value = '40';
    press(' ');
    press('ArrowRight');
    press('ArrowDown', { shiftKey: true });
    release(' ');
    expect(kinds()).toEqual(['begin', 'stroke', 'stroke', 'end']);
    const places = page.orders.flatMap((order) => (order.kind === 'stroke' ? order.dabs : []));
    // A quarter of its diameter, which is 10.4 pixels of the picture; then a single pixel.
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [53.5, 25.5],
      [53.5, 26.5],
    ]);
  });

  test('ends its stroke where the focus goes elsewhere', () => {
    press(' ');
    page.parts.stage.dispatchEvent(new Event('blur'));
    expect(kinds()).toEqual(['begin', 'end']);
  });
});

test('arrows stay on the picture', () => {
  for (let step = 0; step < 100; step++) press('ArrowLeft');
  press(' ');
  expect(page.orders.find(({ kind }) => kind === 'begin')).toMatchObject({ dab: { x: 0.5 } });
});

test('letters change the tool and the size', () => {
  press('x');
  expect(chosenTool(page.parts)).toBe('erase');
  press('x');
  expect(chosenTool(page.parts)).toBe('restore');
  press(']');
  expect(page.parts.size.value).toBe('49');
  press('[');
  press('[');
  expect(Number(page.parts.size.value)).toBeLessThan(40);
});

test('a small brush grows too', () => {
  page.parts.size.value = '4';
  press(']');
  expect(Number(page.parts.size.value)).toBeGreaterThan(4);
});

test('z is undo and Shift with it redo, as the buttons are', () => {
  const clicked: string[] = [];
  for (const name of ['undo', 'redo'] as const) {
    page.parts[name].disabled = false;
    page.parts[name].addEventListener('click', () => clicked.push(name));
  }
  press('z');
  press('Z', { shiftKey: true });
  press('z', { ctrlKey: true });
  press('y', { ctrlKey: true });
  expect(clicked).toEqual(['undo', 'redo', 'undo', 'redo']);
});

test('plus, minus and zero zoom', () => {
  press('+');
  press('0');
  const scales = page.orders.map((order) => (order.kind === 'view' ? order.view.scale : null));
  expect(scales).toEqual([expect.closeTo(5.76), expect.closeTo(3.84)]);
});

test.each([
  ['Tab', {}],
  ['Escape', {}],
  ['x', { ctrlKey: true }],
  ['ArrowLeft', { altKey: true }],
])('%s %j is left to the browser', (key, options) => {
  expect(press(key, options)).toBe(true);
  expect(page.orders).toEqual([]);
});
