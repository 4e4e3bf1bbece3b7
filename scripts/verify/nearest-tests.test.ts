import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TemporaryRepository, temporaryRepository } from '../repository/temporary-repository.ts';
import { nearestTests } from './nearest-tests.ts';

const files: Readonly<Record<string, string>> = {
  'src/site/page.ts': '',
  'src/site/page.test.ts': "import { page } from './page.ts'; readFileSync(inProject('docs/page.md'))",
  'src/site/inner.ts': '',
  'src/site/outer.ts': "import { inner } from './inner.ts'; import { outermost } from './outermost.ts'",
  'src/site/outermost.ts': "import { outer } from './outer.ts'",
  'src/site/unused.ts': '',
  'src/edge/app.worker.test.ts': "import { page } from '../site/page.ts'; import { outer } from '../site/outer.ts'",
  'test/service.test.ts': "import '../src/site/unused.ts'; readFileSync(inProject('docs/page.md'))",
};

let repository: TemporaryRepository;
beforeAll(() => {
  repository = temporaryRepository();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(repository.folder, path.dirname(file)), { recursive: true });
    repository.write(file, text);
  }
});
afterAll(() => repository.remove());

test.each<[what: string, changed: string[], tests: string[] | 'all']>([
  ['nothing', [], []],
  ['a test', ['src/edge/app.worker.test.ts'], ['src/edge/app.worker.test.ts']],
  ['a source with a test beside it', ['src/site/page.ts'], ['src/site/page.test.ts']],
  ['a source with a test elsewhere', ['src/site/outer.ts'], ['src/edge/app.worker.test.ts']],
  ['a source that a tested one imports', ['src/site/inner.ts'], ['src/edge/app.worker.test.ts']],
  ['a source that no unit test reaches', ['src/site/unused.ts'], []],
  ['a document that a test reads', ['docs/page.md', 'docs/unread.md'], ['src/site/page.test.ts']],
  [
    'several files',
    ['src/site/outer.ts', 'src/site/page.ts'],
    ['src/edge/app.worker.test.ts', 'src/site/page.test.ts'],
  ],
  ['the packages', ['src/site/page.ts', 'package-lock.json'], 'all'],
])('%s', (_what, changed, tests) => {
  expect(nearestTests(repository.folder, changed)).toEqual(tests);
});
