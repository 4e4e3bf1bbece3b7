import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { leavesTraces, named, testsApart } from './apart.ts';

function treeOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'edgematte-apart-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

test('files that replace modules, set the clock or have a document are apart, and no others', () => {
  const root = treeOf({
    'src/mock.test.ts': "vi.mock('./a.ts');",
    'src/inner/mock.test.ts': "  vi.doMock('./a.ts');",
    'src/clock.test.ts': 'beforeEach(() => void vi.useFakeTimers());',
    // In parts: vitest looks for these words in this file too.
    'clients/typescript/src/page.test.ts': `// @${'vitest-environment'} happy-dom`,
    'clients/typescript/node_modules/a/b.test.ts': "vi.mock('./a.ts');",
    'src/spy.test.ts': "vi.spyOn(console, 'log'); vi.stubGlobal('fetch', ask);",
    'src/mocked.test.ts': 'vi.mocked(ask);',
    'src/mock.worker.test.ts': "vi.mock('./a.ts');",
    'src/mock.ts': "vi.mock('./a.ts');",
  });
  expect(testsApart(root)).toEqual([
    'clients/typescript/src/page.test.ts',
    'src/clock.test.ts',
    'src/inner/mock.test.ts',
    'src/mock.test.ts',
  ]);
});

test('those that are named are there, and none that has its own process anyway', () => {
  const root = treeOf(Object.fromEntries(named.map((file) => [file, ''])));
  expect(testsApart(root)).toEqual(named);
  expect(testsApart(projectRoot)).toEqual(expect.arrayContaining([...named]));
  expect(named.filter((file) => leavesTraces(readFileSync(inProject(file), 'utf8')))).toEqual([]);
});
