// @vitest-environment happy-dom
/** The dialog from its opening to its end, with an engine that does what the test says. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order, Report } from './brush/orders.ts';
import { type Brushed, openBrush } from './brush.ts';

const engine = vi.hoisted(() => ({
  orders: [] as Order[],
  isClosed: false,
  report: (_report: Report): void => {},
  onStart: (): void => {},
}));
vi.mock('./brush/connection.ts', () => ({
  connect: (_canvas: unknown, _pictures: unknown, onReport: (report: Report) => void) => {
    engine.report = onReport;
    engine.onStart();
    return { order: (order: Order) => engine.orders.push(order), close: () => (engine.isClosed = true) };
  },
}));

/** What becomes of the dialog. */
let left: Promise<Brushed | null>;

beforeEach(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  Object.assign(engine, { orders: [], isClosed: false });
  const style = document.createElement('link');
  style.href = new URL('../styles/brush.css', import.meta.url).href;
  document.body.replaceChildren(style);
  await new Promise<void>((resolve) => {
    engine.onStart = resolve;
    left = openBrush({ photo: new Blob(), cutout: new Blob() });
  });
});
afterEach(() => vi.unstubAllGlobals());

function part(name: string): HTMLElement {
  const found = document.querySelector(`[data-part="${name}"]`);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${name}`);
  return found;
}
const opened = () => engine.report({ kind: 'opened', widthPx: 100, heightPx: 50 });
const painted = () => engine.report({ kind: 'edited', by: 'stroke', changed: 1, canUndo: true, canRedo: false });
const isOff = (name: string) => part(name).hasAttribute('disabled');
/** What covers the picture; null where it is seen. */
const covering = () => (part('busy').hidden ? null : part('busy').textContent);

async function leftWith(brushed: Brushed | null): Promise<void> {
  expect(await left).toEqual(brushed);
  expect([document.querySelector('dialog'), engine.isClosed]).toEqual([null, true]);
}

test('nothing can be done before both pictures are read', () => {
  expect([covering(), isOff('done')]).toEqual(['Opening …', true]);
  opened();
  expect([covering(), isOff('done')]).toEqual([null, false]);
});

describe('Done', () => {
  test('says that it saves, takes no more strokes meanwhile, and hands file and strokes on', async () => {
    opened();
    part('done').click();
    expect(covering()).toMatch(/sav/i);
    expect([part('tools').inert, isOff('done'), isOff('cancel')]).toEqual([true, true, false]);
    expect(engine.orders.at(-1)).toEqual({ kind: 'save' });
    const file = new Blob(['edited']);
    const strokes = [{ brush: { tool: 'erase', hardness: 1, followsEdges: false }, dabs: [] }] as const;
    engine.report({ kind: 'saved', file, strokes });
    await leftWith({ file, strokes });
    expect((await left)?.file).toBe(file);
  });

  test('of no change hands nothing on', async () => {
    opened();
    part('done').click();
    engine.report({ kind: 'saved', file: null, strokes: [] });
    await leftWith(null);
  });
});

test('Cancel drops the strokes', async () => {
  opened();
  painted();
  part('cancel').click();
  await leftWith(null);
});

describe('what closes dialogs', () => {
  test('leaves one without strokes', async () => {
    opened();
    part('stage')
      .closest('dialog')
      ?.dispatchEvent(new Event('cancel', { cancelable: true }));
    await leftWith(null);
  });

  test('does not take strokes with it, but says what does', () => {
    opened();
    painted();
    const event = new Event('cancel', { cancelable: true });
    document.querySelector('dialog')?.dispatchEvent(event);
    expect([event.defaultPrevented, engine.isClosed, document.activeElement]).toEqual([true, false, part('cancel')]);
    expect(part('status').textContent).toContain('Cancel');
  });
});

test.each<[Partial<Extract<Report, { kind: 'edited' }>>, string]>([
  [{ changed: 1 }, 'Restored 1 pixel.'],
  [{ changed: 1234 }, 'Restored 1,234 pixels.'],
  [{ changed: 0 }, 'Nothing changed here.'],
  [{ by: 'undo' }, 'Undone.'],
  [{ by: 'redo' }, 'Done again.'],
])('a stroke is said in words: %o', (change, said) => {
  opened();
  engine.report({ kind: 'edited', by: 'stroke', changed: 0, canUndo: true, canRedo: false, ...change });
  expect([part('status').textContent, isOff('undo'), isOff('redo')]).toEqual([said, false, true]);
});

test('a failure is said over the picture, and only Cancel is left', async () => {
  engine.report({ kind: 'failed', text: 'The photo and its cutout differ in size' });
  expect(covering()).toContain('differ in size');
  expect([isOff('done'), isOff('cancel')]).toEqual([true, false]);
  part('cancel').click();
  await leftWith(null);
});
