import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Flood } from './flood.ts';

const widthPx = 5;
const heightPx = 4;
const cells = fc.uint8Array({ minLength: widthPx * heightPx, maxLength: widthPx * heightPx, max: 1 });

/** Whether two cells touch by a side. */
function areNeighbours(one: number, other: number): boolean {
  const columns = Math.abs((one % widthPx) - (other % widthPx));
  const rows = Math.abs(Math.floor(one / widthPx) - Math.floor(other / widthPx));
  return columns + rows === 1;
}

/** Steps from a cell to all that are parts and hang together with it, each in as many rounds as there are cells. */
function steps(from: readonly number[], isPart: (cell: number) => boolean): Map<number, number> {
  const away = new Map(from.filter(isPart).map((cell) => [cell, 0]));
  for (let round = 0; round < widthPx * heightPx; round++) {
    for (let cell = 0; cell < widthPx * heightPx; cell++) {
      const isNext = !away.has(cell) && isPart(cell);
      const touches = [...away].some(([other, count]) => count === round && areNeighbours(cell, other));
      if (isNext && touches) away.set(cell, round + 1);
    }
  }
  return away;
}

test('what hangs together side by side is filled, and nothing across an edge of the plane', () => {
  const flood = new Flood({ widthPx, heightPx });
  fc.assert(
    fc.property(cells, fc.nat({ max: widthPx * heightPx - 1 }), (parts, start) => {
      const into = parts.slice();
      const filled = flood.fill([start], into, 7, 1);
      const expected = [...steps([start], (cell) => parts[cell] === 1).keys()].sort((a, b) => a - b);
      expect([...filled].sort((a, b) => a - b)).toEqual(expected);
      expect([...into.keys()].filter((cell) => into[cell] === 7)).toEqual(expected);
    }),
  );
});

test('distances are those of the nearest source', () => {
  const flood = new Flood({ widthPx, heightPx });
  fc.assert(
    fc.property(cells, fc.integer({ min: 1, max: 9 }), (sources, most) => {
      const from = [...sources.keys()].filter((cell) => sources[cell] === 1);
      const away = steps(from, () => true);
      const expected = Array.from(sources, (_, cell) => Math.min(away.get(cell) ?? most, most));
      expect([...flood.distances(sources, 1, most)]).toEqual(expected);
    }),
  );
});
