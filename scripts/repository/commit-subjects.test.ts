import { expect, test } from 'vitest';
import { subjectProblem } from './commit-subjects.ts';

test.each([
  'fix: a',
  'feat(png): strips of rows',
  'refactor(edge)!: one list of pages',
  `docs: ${'x'.repeat(66)}`,
  `docs: ${'😀'.repeat(66)}`,
])('%s is a subject', (subject) => {
  expect(subjectProblem(subject)).toBeNull();
});

test('a subject of 73 characters is too long, and is shown', () => {
  const subject = `docs: ${'x'.repeat(67)}`;
  expect(subjectProblem(subject)).toBe(`73 characters, at most 72: ${subject}`);
});

test.each(['', 'wip', 'feat:no space', 'feat: ', 'Feat: a', 'feature: a', 'fix(): a', 'fix a: b'])(
  '%s is not of the form',
  (subject) => {
    expect(subjectProblem(subject)).toMatch(/^not "type\(scope\): what it does"/);
  },
);
