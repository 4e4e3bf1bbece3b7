import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { meaningOf } from './meanings.ts';

const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8');
const codes = [...guide.matchAll(/^\| \d{3} \| `([A-Z_]+)` \|/gm)].map(([, code]) => code);

test.each(codes)('%s has a meaning', (code) => {
  expect(meaningOf(code)).toMatch(/^[A-Z`].{10,}[^.]$/);
});

test.each(['NO_SUCH_CODE', 'toString', ''])('%s has none', (code) => {
  expect(codes.length).toBeGreaterThan(20);
  expect(meaningOf(code)).toBeNull();
});
