import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../src/local/root.ts';
import { equivalents } from './equivalent.ts';

test.each(equivalents)('$file still has the line $line', ({ file, line, from }) => {
  const lines = readFileSync(inProject(file), 'utf8').split('\n');
  expect(lines.map((each) => each.trim())).toContain(line);
  expect(line).toContain(from);
});
