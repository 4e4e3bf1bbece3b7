// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stage } from './stage.ts';
import { openDialog } from './testing/dialog.ts';

/** The window that the stage follows. */
let resize = (_widthPx: number) => {};
let stage: Stage;
let shown: () => string | null;

/** A picture of 100 × 50 pixels on a stage of 400 × 200, of which it may take 96 %. */
beforeEach(() => {
  const { parts } = openDialog();
  let changed = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onChange: () => void) {
        changed = onChange;
      }
      observe() {}
      disconnect() {}
    },
  );
  let widthPx = 400;
  for (const [name, share] of Object.entries({ clientWidth: 1, clientHeight: 0.5 })) {
    Object.defineProperty(parts.stage, name, { get: () => widthPx * share });
  }
  resize = (next) => {
    widthPx = next;
    changed();
  };
  stage = new Stage(parts, { order() {}, close() {} }, { widthPx: 100, heightPx: 50 });
  shown = () => parts.zoom.textContent;
});
afterEach(() => vi.unstubAllGlobals());

test('the whole picture is seen whatever the size of the window', () => {
  expect(shown()).toBe('384 %');
  resize(200);
  expect(shown()).toBe('192 %');
});

test('a picture that was zoomed keeps its scale, until all of it is to be seen again', () => {
  stage.zoomStep(true);
  expect(shown()).toBe('576 %');
  resize(200);
  expect(shown()).toBe('576 %');
  stage.fit();
  expect(shown()).toBe('192 %');
  resize(400);
  expect(shown()).toBe('384 %');
});
