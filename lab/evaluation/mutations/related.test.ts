import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSameRoom, sourceFiles, testsByFile } from './related.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'related-'));
  const files = {
    'src/a/one.ts': '',
    'src/a/two.ts': "import { one } from './one.ts';",
    'src/b/three.ts': "const three = await import('../a/two.ts');\nimport 'elsewhere';",
    'src/a/two.test.ts': "import { two } from './two.ts';",
    'src/b/one.test.ts': "import type { One } from '../a/one.ts';",
    'src/c/page.tsx': "import { two } from '../a/two.ts';",
    'clients/d/src/page.test.ts': "import { page } from '../../../src/c/page.tsx';",
    'clients/d/node_modules/e/e.ts': '',
    'test/shared/browser.ts': "import { four } from '../../src/d/four.ts';",
    'src/d/four.ts': '',
    'src/d/pages.test.ts': "import { browser } from '../../test/shared/browser.ts';",
    'src/b/three.worker.test.ts': "import { three } from './three.ts';\nimport './gone.ts';",
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
});

afterEach(() => rmSync(root, { recursive: true }));

test('the tests of a file are those that lead to it, the shortest way first, neighbours before others', () => {
  const tests = testsByFile(root);
  expect(tests.get('src/a/one.ts')).toEqual([
    'src/b/one.test.ts',
    'src/a/two.test.ts',
    'clients/d/src/page.test.ts',
    'src/b/three.worker.test.ts',
  ]);
  expect(tests.get('src/a/two.ts')).toEqual([
    'src/a/two.test.ts',
    'clients/d/src/page.test.ts',
    'src/b/three.worker.test.ts',
  ]);
  expect(tests.get('src/b/three.ts')).toEqual(['src/b/three.worker.test.ts']);
});

test('a way may lead through files that tests of several folders share', () => {
  expect(testsByFile(root).get('src/d/four.ts')).toEqual(['src/d/pages.test.ts']);
});

test('the files are those of every folder that has unit tests, elements included, and no dependencies', () => {
  expect(sourceFiles(root)).toContain('src/c/page.tsx');
  expect(sourceFiles(root)).toContain('clients/d/src/page.test.ts');
  expect(sourceFiles(root).some((file) => file.includes('node_modules'))).toBe(false);
});

test('a room is a folder of a floor or a client, with all below it', () => {
  expect(isSameRoom('src/pages/site/operator/routes.worker.test.ts', 'src/pages/site/html.tsx')).toBe(true);
  expect(isSameRoom('src/pages/site/operator/routes.worker.test.ts', 'src/pages/operator/acts.ts')).toBe(false);
  expect(isSameRoom('src/edge/app.worker.test.ts', 'src/edge/admit/hold.ts')).toBe(false);
  expect(isSameRoom('clients/typescript/src/a.test.ts', 'src/typescript/a.ts')).toBe(false);
});
