/** What `.ci/run` makes of an audit of packages: an answer that did not come is no success without a word. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';

const run = readFileSync(inProject('.ci/run'), 'utf8');
const [audit] = /^audit\(\) \{\n[\s\S]*?^\}\n/m.exec(run) ?? [];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-audit-'));
  mkdirSync(path.join(folder, 'dist/ci'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The status of the step where npm prints that. */
function auditWith(answer: string) {
  const npm = path.join(folder, 'npm');
  writeFileSync(path.join(folder, 'answer'), answer);
  writeFileSync(npm, `#!/bin/sh\ncat "${folder}/answer"\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status } = spawnSync('sh', ['-c', `${audit}\naudit`], { cwd: folder, env });
  const file = path.join(folder, 'dist/ci/not-audited.txt');
  return { status, note: existsSync(file) ? readFileSync(file, 'utf8') : null };
}

const found = (counts: object) =>
  JSON.stringify({ metadata: { vulnerabilities: { critical: 0, high: 0, moderate: 0, low: 0, ...counts } } });

test.each(['', 'npm error', '{"message":"404 Not Found","error":{}}'])('an answer of %j is noted', (answer) => {
  expect(auditWith(answer)).toEqual({ status: 0, note: expect.stringContaining('were not looked up') });
});

test.each([
  [{}, 0],
  [{ moderate: 3 }, 0],
  [{ high: 1 }, 1],
  [{ critical: 1 }, 1],
])('faults %j end it with %i', (counts, status) => {
  expect(auditWith(found(counts))).toEqual({ status, note: null });
});

test('the note is among the last lines of the run', () => {
  const [, end] = run.split("step 'parts of the deep level, drawn'");
  expect(end).toMatch(/^cat .*dist\/ci\/not-audited\.txt/m);
  // The file of an earlier run is gone.
  expect(run).toContain('rm -rf dist/ci && mkdir -p dist/ci');
});
