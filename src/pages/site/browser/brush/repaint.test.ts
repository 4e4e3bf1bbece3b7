import { describe, expect, it } from 'vitest';
import type { Dab } from './dab.ts';
import { paintAgain, type Stroke, StrokeList } from './repaint.ts';
import { editOf, pixelsOf } from './testing/edits.ts';

const erase = { tool: 'erase', hardness: 1, followsEdges: false } as const;
const restore = { ...erase, tool: 'restore' } as const;
const at = (x: number, y: number): Dab => ({ x, y, radiusPx: 6 });
const photo = () => [9, 8, 7, 255] as const;
/** A cutout that keeps what is left of a column. */
const keptUpTo = (column: number) => editOf(64, 48, photo, (x) => (x < column ? [9, 8, 7, 255] : [0, 0, 0, 0]));

describe('strokes', () => {
  const strokes: readonly Stroke[] = [
    { brush: erase, dabs: [at(10, 10), at(20, 10)] },
    { brush: restore, dabs: [at(50, 20), at(50, 40)] },
  ];

  it('painted again make the same of the same cutout', () => {
    const once = keptUpTo(32);
    paintAgain(once, strokes);
    const [first, second] = [keptUpTo(32), keptUpTo(32)];
    paintAgain(first, strokes.slice(0, 1));
    expect(pixelsOf(first)).not.toEqual(pixelsOf(once));
    paintAgain(first, strokes.slice(1));
    paintAgain(second, strokes);
    expect(pixelsOf(first)).toEqual(pixelsOf(once));
    expect(pixelsOf(second)).toEqual(pixelsOf(once));
  });

  it('are on another cutout where they were, and leave the rest of it alone', () => {
    const other = keptUpTo(48);
    paintAgain(other, strokes);
    const alphaAt = (x: number, y: number) => pixelsOf(other)[(y * 64 + x) * 4 + 3];
    expect([alphaAt(15, 10), alphaAt(50, 30), alphaAt(40, 10), alphaAt(60, 10)]).toEqual([0, 255, 255, 0]);
  });
});

describe('the list of strokes', () => {
  it('has those that changed something, and goes back and on', () => {
    const list = new StrokeList();
    const paint = (brush: Stroke['brush'], isKept: boolean) => {
      list.begin(brush, at(1, 1));
      list.draw([at(2, 2)]);
      list.end(isKept);
    };
    paint(erase, true);
    paint(restore, false);
    paint(restore, true);
    const both = [erase, restore].map((brush) => ({ brush, dabs: [at(1, 1), at(2, 2)] }));
    expect(list.strokes).toEqual(both);
    list.undo();
    expect(list.strokes).toEqual(both.slice(0, 1));
    list.redo();
    expect(list.strokes).toEqual(both);
    list.undo();
    paint(erase, true);
    list.redo();
    expect(list.strokes).toEqual([both[0], both[0]]);
    for (let time = 0; time < 3; time++) list.undo();
    expect(list.strokes).toEqual([]);
  });
});
