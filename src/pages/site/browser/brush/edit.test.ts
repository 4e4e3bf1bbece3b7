/** A stroke changes its pixels and no others, and can be taken back bit for bit. */
import { describe, expect, test } from 'vitest';
import type { Brush, Edit } from './edit.ts';
import { History } from './history.ts';
import { editOf, pixelsOf } from './testing/edits.ts';

const noise = (x: number, y: number, salt: number) =>
  (Math.imul(x * 7919 + y * 104_729 + salt, 2654435761) >>> 24) & 255;
const photo = (x: number, y: number) => [noise(x, y, 1), noise(x, y, 2), noise(x, y, 3), 255] as const;
/** Opaque on the left, soft in the middle, nothing on the right. */
const cutout = (x: number, y: number) => {
  const alpha = x < 500 ? 255 : x < 530 ? 128 : 0;
  return alpha === 0 ? ([0, 0, 0, 0] as const) : ([noise(x, y, 1), noise(x, y, 2), noise(x, y, 9), alpha] as const);
};
const [widthPx, heightPx] = [1040, 60];
const fresh = (history?: History) => editOf(widthPx, heightPx, photo, cutout, history);

const hard: Omit<Brush, 'tool'> = { hardness: 1, followsEdges: false };

function stroke(edit: Edit, brush: Brush, ...dabs: readonly (readonly [x: number, y: number, radiusPx: number])[]) {
  edit.begin(brush);
  for (const [x, y, radiusPx] of dabs) edit.dab({ x, y, radiusPx });
  return edit.end();
}

function changed(before: Uint8ClampedArray, after: Uint8ClampedArray): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = [];
  for (let pixel = 0; pixel < widthPx * heightPx; pixel++) {
    const at = pixel * 4;
    if ([0, 1, 2, 3].every((channel) => before[at + channel] === after[at + channel])) continue;
    places.push({ x: pixel % widthPx, y: Math.floor(pixel / widthPx) });
  }
  return places;
}

/** Compared as a whole: a comparison pixel by pixel that could show a difference takes seconds. */
function isSame(edit: Edit, state: Uint8ClampedArray): boolean {
  return Buffer.from(pixelsOf(edit)).equals(Buffer.from(state));
}

test('without a stroke the picture is the cutout', () => {
  const pixels = pixelsOf(fresh());
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      if (`${pixels.subarray(at, at + 4)}` !== `${cutout(x, y)}`) throw new Error(`${x}, ${y}`);
    }
  }
});

describe('a stroke over the border of two tiles', () => {
  test.each(['restore', 'erase'] as const)('that is to %s changes exactly its pixels, and says how many', (tool) => {
    const edit = fresh();
    const before = pixelsOf(edit);
    const count = stroke(edit, { ...hard, tool }, [512, 30, 20], [520, 30, 20]);
    const after = pixelsOf(edit);
    const places = changed(before, after);
    expect(places.length).toBe(count);
    expect(count).toBeGreaterThan(300);
    for (const { x, y } of places) {
      const distance = Math.min(...[512, 520].map((centre) => Math.hypot(x + 0.5 - centre, y + 0.5 - 30)));
      expect(distance).toBeLessThan(20.5);
    }
    const at = (30 * widthPx + 515) * 4;
    expect([...after.subarray(at, at + 4)]).toEqual(tool === 'erase' ? [0, 0, 0, 0] : [...photo(515, 30)]);
  });

  test('covers no pixel twice, however often it goes over it', () => {
    const [once, often] = [fresh(), fresh()];
    const soft: Brush = { tool: 'erase', hardness: 0, followsEdges: false };
    stroke(once, soft, [512, 30, 20]);
    stroke(often, soft, [512, 30, 20], [512, 30, 20], [512, 30, 20]);
    expect(isSame(often, pixelsOf(once))).toBe(true);
  });
});

test('a photo that is transparent itself is restored to its own alpha', () => {
  const edit = editOf(
    40,
    40,
    () => [9, 8, 7, 100],
    () => [0, 0, 0, 0],
  );
  stroke(edit, { ...hard, tool: 'restore' }, [20, 20, 5]);
  const at = (20 * 40 + 20) * 4;
  expect([...pixelsOf(edit).subarray(at, at + 4)]).toEqual([9, 8, 7, 100]);
});

test('what is erased and restored in two strokes is the photo where it was opaque', () => {
  const edit = fresh();
  stroke(edit, { ...hard, tool: 'erase' }, [300, 30, 10]);
  stroke(edit, { ...hard, tool: 'restore' }, [300, 30, 12]);
  const at = (30 * widthPx + 300) * 4;
  expect([...pixelsOf(edit).subarray(at, at + 4)]).toEqual([...cutout(300, 30)]);
});

test('undo and redo bring back each state bit for bit', () => {
  const edit = fresh();
  const states = [pixelsOf(edit)];
  for (const [tool, x] of [
    ['erase', 510],
    ['restore', 520],
    ['erase', 530],
  ] as const) {
    stroke(edit, { tool, hardness: 0.5, followsEdges: true }, [x, 30, 15], [x + 10, 30, 25]);
    states.push(pixelsOf(edit));
  }
  for (const state of [...states].reverse().slice(1)) {
    expect(edit.undo().length).toBeGreaterThan(0);
    expect(isSame(edit, state)).toBe(true);
  }
  expect(edit.undo()).toEqual([]);
  for (const state of states.slice(1)) {
    edit.redo();
    expect(isSame(edit, state)).toBe(true);
  }
  expect(edit.redo()).toEqual([]);
});

test('a stroke in work ends where one is to be taken back or done again, and is the last one then', () => {
  const edit = fresh();
  const before = pixelsOf(edit);
  const begin = () => {
    edit.begin({ ...hard, tool: 'erase' });
    edit.dab({ x: 300, y: 30, radiusPx: 10 });
  };
  begin();
  edit.undo();
  expect(isSame(edit, before)).toBe(true);
  begin();
  const after = pixelsOf(edit);
  expect(edit.redo()).toEqual([]);
  expect(isSame(edit, after)).toBe(true);
  edit.undo();
  expect(isSame(edit, before)).toBe(true);
});

test('a stroke that is given up leaves nothing', () => {
  const edit = fresh();
  const before = pixelsOf(edit);
  edit.begin({ ...hard, tool: 'erase' });
  edit.dab({ x: 512, y: 30, radiusPx: 10 });
  expect(edit.cancel().length).toBe(2);
  expect(isSame(edit, before)).toBe(true);
  expect([edit.end(), edit.history.canUndo]).toEqual([0, false]);
});

test('a stroke that changes nothing is no step', () => {
  const edit = fresh();
  expect(stroke(edit, { ...hard, tool: 'restore' }, [200, 30, 10])).toBe(0);
  expect(stroke(edit, { ...hard, tool: 'erase' }, [900, 30, 10], [-100, -100, 10])).toBe(0);
  expect(edit.history.canUndo).toBe(false);
});

test('memory of undo is bounded by what strokes changed, not by whole tiles', () => {
  const edit = fresh(new History(4000));
  for (let x = 100; x < 500; x += 50) stroke(edit, { ...hard, tool: 'erase' }, [x, 30, 20]);
  let steps = 0;
  while (edit.undo().length > 0) steps++;
  expect(steps).toBe(2);
});

test('where a dab is outside of the picture, nothing has to be drawn', () => {
  const edit = fresh();
  edit.begin({ ...hard, tool: 'erase' });
  expect(edit.dab({ x: -50, y: 30, radiusPx: 10 })).toBeNull();
  expect(edit.dab({ x: 0, y: 0, radiusPx: 10 })).toEqual({ left: 0, top: 0, right: 11, bottom: 11 });
});
