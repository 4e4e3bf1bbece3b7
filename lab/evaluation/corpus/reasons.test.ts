import { expect, test } from 'vitest';
import { readList } from './list.ts';
import { reasonFor, reasons } from './reasons.ts';

test('each reason is of a picture that is listed, and of few', () => {
  for (const { file, reason } of reasons) {
    const meant = readList().filter(({ title, path }) => file.test(`${title} ${path}`));
    expect(meant.length, reason).toBeGreaterThan(0);
    expect(meant.length, reason).toBeLessThan(20);
  }
});

test('most pictures have none', () => {
  expect(reasonFor('pillow 13.0.0', 'Tests/images/hopper.png')).toBeNull();
  expect(reasonFor('pillow 13.0.0', 'Tests/images/clipboard.dib')).toContain('clipboard');
});
