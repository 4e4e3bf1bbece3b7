/** The dialog in a document of the test, with an engine that keeps what it is ordered. */
import { vi } from 'vitest';
import { makeDialog } from '../dialog.ts';
import { takeKeys } from '../keyboard.ts';
import type { Order } from '../orders.ts';
import { takePointers } from '../pointer.ts';
import { Stage } from '../stage.ts';
import { Strokes } from '../strokes.ts';

/** A picture of 100 × 50 pixels on a stage of 400 × 200. */
export function openDialog() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const parts = makeDialog();
  document.body.replaceChildren(parts.dialog);
  Object.defineProperty(parts.stage, 'clientWidth', { value: 400, configurable: true });
  Object.defineProperty(parts.stage, 'clientHeight', { value: 200, configurable: true });
  parts.stage.setPointerCapture = () => {};
  const orders: Order[] = [];
  const connection = { order: (order: Order) => void orders.push(order), close() {} };
  const stage = new Stage(parts, connection, { widthPx: 100, heightPx: 50 });
  const strokes = new Strokes(parts, connection);
  takePointers(parts.stage, stage, strokes);
  takeKeys(parts, stage, strokes);
  orders.length = 0;
  return { parts, orders };
}
