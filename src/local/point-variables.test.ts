import { rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useTemporaryDirectory } from '../../test/models/directory.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { preparedPath, readManifest } from '../inference/models/manifest.ts';
import { pointVariables } from './point-variables.ts';

const directory = useTemporaryDirectory();

/** A repository whose network answers points, too; its weights are there or not. */
async function repositoryWith(areThere: boolean) {
  const repository = await writeTestRepository(directory());
  const manifest = await readManifest(repository.manifestPath);
  manifest.roles['point-segmenter'] = 'luma';
  manifest.models.luma.optional = true;
  await writeFile(repository.manifestPath, JSON.stringify(manifest));
  if (!areThere) await rm(preparedPath(repository.modelsDirectory, 'luma'));
  return repository;
}

test('a network that is there needs no word', async () => {
  expect(await pointVariables(await repositoryWith(true), {})).toEqual({});
});

test.each([
  ['no network has the role', () => writeTestRepository(directory())],
  ['its weights are not there', () => repositoryWith(false)],
])('the edge takes no points where %s', async (_what, repository) => {
  expect(await pointVariables(await repository(), {})).toEqual({ POINT_SEGMENTER: 'off' });
});

test('what the shell says counts', async () => {
  expect(await pointVariables(await repositoryWith(false), { POINT_SEGMENTER: 'on' })).toEqual({});
});
