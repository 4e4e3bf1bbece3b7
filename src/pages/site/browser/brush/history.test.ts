import { expect, test } from 'vitest';
import { History, type Step } from './history.ts';

const step = (bytes: number): Step => [{ tileIndex: 0, left: 0, top: 0, widthPx: bytes, alpha: new Uint8Array(bytes) }];

test('steps come back last first, and go again in turn', () => {
  const history = new History();
  const [one, two] = [step(1), step(2)];
  history.add(one);
  history.add(two);
  expect([history.undo(), history.undo(), history.undo()]).toEqual([two, one, null]);
  expect([history.canUndo, history.canRedo, history.isChanged]).toEqual([false, true, false]);
  expect([history.redo(), history.redo(), history.redo()]).toEqual([one, two, null]);
  expect([history.canUndo, history.canRedo, history.isChanged]).toEqual([true, false, true]);
});

test('a new step ends what could be done again', () => {
  const history = new History();
  history.add(step(1));
  history.undo();
  history.add(step(2));
  expect(history.canRedo).toBe(false);
});

test('the oldest steps go where they would take too much memory, and the last never', () => {
  const history = new History(100);
  for (const bytes of [40, 50, 30]) history.add(step(bytes));
  expect([history.undo(), history.undo(), history.undo()].map((each) => each?.[0].alpha.length)).toEqual([
    30,
    50,
    undefined,
  ]);
  // The first step is done for good.
  expect([history.canUndo, history.isChanged]).toEqual([false, true]);
  history.add(step(500));
  expect(history.canUndo).toBe(true);
});
