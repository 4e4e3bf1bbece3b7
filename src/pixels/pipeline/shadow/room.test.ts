/** How much a shadow keeps at most. */
import { expect, it } from 'vitest';
import { LowestEdges } from './contact.ts';
import { CoarseAlpha } from './drop.ts';
import { shadowBytes } from './room.ts';
import type { Shade } from './shade.ts';

const most = shadowBytes({ shadow: { kind: 'drop', opacityPercent: 1 } });
/** Columns and lines of the widest answer, each a first cell, a count and two weights; and a row of it. */
const answerBytes = 2 * 65_535 * 16 + 65_535 * 4;

/** Planes, and what they were made of beside them. */
const heldBytes = (shade: Shade | null, copies: number) => (shade?.cells.values.byteLength ?? 0) * copies;

const shapes = [
  [65_535, 1],
  [1, 65_535],
  [65_535, 4000],
  [4000, 65_535],
  [16_383, 16_383],
  [2048, 1500],
  [1024, 1024],
  [2048, 488],
  [2048, 1953],
  [1000, 1000],
  [625, 625],
  [312, 312],
] as const;

it.each(shapes)('of a subject of %i × %i pixels is less than what is reserved for it', (widthPx, heightPx) => {
  const box = { leftPx: 0, topPx: 0, widthPx, heightPx };
  const rows = { widthPx, heightPx, channels: 1, write: () => undefined } as const;
  const row = new Uint8Array(widthPx).fill(255);
  const edges = new LowestEdges(rows);
  edges.add(row, heightPx - 1);
  expect(heldBytes(edges.shade(box), 2) + widthPx * 4 + answerBytes).toBeLessThanOrEqual(most);
  const coarse = new CoarseAlpha(rows);
  coarse.add(row, 0);
  expect(heldBytes(coarse.shade(box), 1) + 1024 * 1028 + answerBytes).toBeLessThanOrEqual(most);
});

it('is nothing where there is none', () => expect(shadowBytes({ shadow: null })).toBe(0));
