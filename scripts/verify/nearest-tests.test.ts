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

/** Each larger than the one before. */
const many = Array.from({ length: 12 }, (_, at) => [`scripts/many/${at}.test.ts`, `read('often.md')${' '.repeat(at)}`]);

let repository: TemporaryRepository;
beforeAll(() => {
  repository = temporaryRepository();
  for (const [file, text] of [...Object.entries(files), ...many]) {
    mkdirSync(path.join(repository.folder, path.dirname(file)), { recursive: true });
    repository.write(file, text);
  }
});
afterAll(() => repository.remove());

test.each<[what: string, changed: string[], tests: string[]]>([
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
  [
    'the packages',
    ['package-lock.json'],
    ['scripts/many/0.test.ts', 'src/edge/app.worker.test.ts', 'src/site/page.test.ts'],
  ],
])('%s', (_what, changed, tests) => {
  expect(nearestTests(repository.folder, changed)).toEqual(tests);
});

test('of many tests that name a file the smallest eight run', () => {
  const names = many.map(([file]) => file);
  expect(nearestTests(repository.folder, ['docs/often.md'])).toEqual(names.slice(0, 8));
});
