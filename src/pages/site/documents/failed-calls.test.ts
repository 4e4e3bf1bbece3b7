/** Each row of the page about failed calls has tests, which are there under their titles, and is shown. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../local/root.ts';
import { rowsOf } from '../testing/html.ts';
import { failedCalls } from './failed-calls.ts';
import { FailedCalls } from './failed-calls-page.tsx';

const proofs = failedCalls.flatMap(({ proofs }) => proofs);

test.each(proofs)('$file has the test "$title"', ({ file, title }) => {
  const tests = readFileSync(inProject(file), 'utf8').matchAll(/\btest(?:\.each\([^;]*?\))?\(\s*'([^'\n]*)'/g);
  expect([...tests].map(([, found]) => found)).toContain(title);
});

test('every way to fail has a proof, and none is there twice', () => {
  for (const { what, proofs } of failedCalls) expect([what, proofs.length > 0]).toEqual([what, true]);
  expect(new Set(failedCalls.map(({ what }) => what)).size).toBe(failedCalls.length);
});

test('every status that may be answered is there', () => {
  const statuses = failedCalls.map(({ status }) => status).join(' ');
  for (const status of ['402', '408', '409', '429', 'other 4xx', '500', '503']) expect(statuses).toContain(status);
});

test('the page shows each with what it costs', async () => {
  const rows = rowsOf(String(await FailedCalls()));
  expect(rows.map(([what, costs, todo]) => [what, costs.toLowerCase(), todo])).toEqual(
    failedCalls.map(({ status, what, costs, todo }) => [status === null ? what : `${status} ${what}`, costs, todo]),
  );
  rows.forEach(([, , , shown], row) => {
    for (const { file } of failedCalls[row].proofs) expect(shown).toContain(file);
  });
});
