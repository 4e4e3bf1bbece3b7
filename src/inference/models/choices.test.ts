/** Choices that were made under former names work for one release. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { writeTestRepository } from '../../../testing/models/tiny.ts';
import { readRepository } from './choices.ts';
import { selectModels } from './select.ts';

const directory = useTemporaryDirectory();

it('passes and roles of choices may have their former names', async () => {
  const repository = await writeTestRepository(directory(), ['luma', 'blue-chooser']);
  const before = await readRepository(repository);
  expect(before.roles).toEqual({ matte: 'luma', 'pass-chooser': 'blue-chooser' });
  const own = { ...before.models.luma, coarseLook: { sidePx: 128, cost: '' } };
  const choices = { roles: { matte: 'own', 'look-chooser': 'luma' }, models: { own } };
  await writeFile(path.join(repository.modelsDirectory, 'choices.json'), JSON.stringify(choices));
  const { roles, models } = await readRepository(repository);
  expect(roles).toEqual({ matte: 'own', 'pass-chooser': 'luma' });
  expect(models.own.passes).toEqual({ low: { sidePx: 128, cost: '' } });
});

it('the pass chooser is selected by its former name, unless another network has that', async () => {
  const repository = await writeTestRepository(directory(), ['luma']);
  const manifest = await readRepository(repository);
  const { luma } = manifest.models;
  const renamed = { ...manifest, models: { luma, 'pass-chooser': luma } };
  expect(selectModels(renamed, ['look-chooser'])).toEqual([['pass-chooser', luma]]);
  const both = { ...renamed, models: { ...renamed.models, 'look-chooser': luma } };
  expect(selectModels(both, ['look-chooser'])).toEqual([['look-chooser', luma]]);
});
