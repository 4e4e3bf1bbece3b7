import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { figuresIn, withPicture } from './figures.ts';
import type { Row } from './table.ts';

const none = { sum: 0, pixels: 0 };
const row: Row = {
  ...{ name: '02 a beside b', kind: 'keep' },
  ...{ insideBefore: none, insideAfter: none, partEdges: none, rightEdges: none },
};

test('composites without a wrong part and those that threw count as made, not as pictures', () => {
  const nothing = withPicture({ composites: 0, failed: [], pictures: [] }, '00 a beside b', null);
  const threw = withPicture(nothing, '01 b beside c', 'Error: no room');
  expect(withPicture(threw, row.name, row)).toEqual({
    composites: 3,
    failed: ['01 b beside c: Error: no room'],
    pictures: [row],
  });
});

test('a run goes on with what the file has', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-figures-'));
  try {
    const file = path.join(folder, 'figures.json');
    expect(figuresIn(file)).toEqual({ composites: 0, failed: [], pictures: [] });
    const figures = withPicture(figuresIn(file), row.name, row);
    writeFileSync(file, JSON.stringify(figures));
    expect(figuresIn(file)).toEqual(figures);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
