import { expect, test } from 'vitest';
import { useTemporaryDirectory } from '../../test/models/directory.ts';
import { writeTestRepository } from '../../testing/models/tiny.ts';
import { writeChoices } from '../inference/models/choices.ts';
import { modelSettings } from '../inference/models/settings.ts';
import { checkOfferedMattes } from './offered-mattes.ts';

const directory = useTemporaryDirectory();
const shipped = () => ({ ...modelSettings({}), modelsDirectory: directory() });

test.each([{}, { MATTE_MODEL: 'matte' }, { MATTE_MODEL: 'isnet-general', MATTE_MODELS: 'matte, isnet-general' }])(
  '%j is what this project serves',
  async (variables) => {
    await expect(checkOfferedMattes(shipped(), variables)).resolves.toBeUndefined();
  },
);

test.each([
  ['MATTE_MODEL', 'nope'],
  ['MATTE_MODELS', 'nope'],
  ['MATTE_MODEL', 'toString'],
  // It plays a role, and makes no matte.
  ['MATTE_MODEL', 'car-parts'],
  ['MATTE_MODEL', 'matte-completer'],
])('%s=%s is refused with what it may be', async (variable, name) => {
  await expect(checkOfferedMattes(shipped(), { [variable]: name })).rejects.toThrow(
    `Expected matte or isnet-general for ${variable} but received ${name}`,
  );
});

test('a network beside the matte counts, once it is chosen', async () => {
  const repository = await writeTestRepository(directory());
  const check = () => checkOfferedMattes(repository, { MATTE_MODELS: 'mine' });
  await expect(check()).rejects.toThrow('Expected matte or luma for MATTE_MODELS but received mine');
  await writeChoices(repository.modelsDirectory, { roles: { mine: 'luma' }, models: {} });
  await expect(check()).resolves.toBeUndefined();
});
