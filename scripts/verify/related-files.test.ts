import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryRepository } from '../repository/temporary-repository.ts';
import { relatedFiles } from './related-files.ts';

test('sources count themselves, other files by the unit tests that name them', () => {
  const repository = temporaryRepository();
  onTestFinished(() => repository.remove());
  for (const folder of ['src/site', 'docs', 'test'])
    mkdirSync(path.join(repository.folder, folder), { recursive: true });
  repository.write('src/site/page.test.ts', "readFileSync(inProject('docs/operate.md'))");
  repository.write('src/site/other.test.ts', "readFileSync(inProject('docs/guide.md'))");
  repository.write('test/service.test.ts', "readFileSync(inProject('docs/operate.md'))");
  expect(relatedFiles(repository.folder, ['src/a.ts', 'docs/operate.md', 'docs/cars.md'])).toEqual([
    'src/a.ts',
    'src/site/page.test.ts',
  ]);
  expect(relatedFiles(repository.folder, [])).toEqual([]);
});
