/** The networks that MATTE_MODEL and MATTE_MODELS name: the edge asks for them, and the inference service has to have them. */
import { edgeSettings } from '../contract/settings/edge.ts';
import { readSettings, SettingsFault, type Variables } from '../contract/settings/read.ts';
import { readRepository } from '../inference/models/choices.ts';
import type { Manifest } from '../inference/models/manifest.ts';
import type { ModelSettings } from '../inference/models/settings.ts';
import { isMatte } from '../inference/models/trial.ts';

const { matteModel, matteModels } = edgeSettings;

/**
 * Checks that each of them is a matte network that plays a role.
 * @throws SettingsFault naming the variable and what it may be; Error with one line where manifest or choices are wrong
 */
export async function checkOfferedMattes(models: ModelSettings, variables: Variables): Promise<void> {
  const given = readSettings({ matteModel, matteModels }, variables);
  const served = servedMattes(await readRepository(models));
  const named = [
    [matteModel.variable, given.matteModel] as const,
    ...given.matteModels.map((name) => [matteModels.variable, name] as const),
  ];
  for (const [variable, name] of named) {
    if (!served.includes(name)) {
      throw new SettingsFault(`Expected ${served.join(' or ')} for ${variable} but received ${name}`);
    }
  }
}

/** Roles and names under which the service has a matte network. */
function servedMattes({ roles, models }: Manifest): string[] {
  const mattes = Object.entries(roles).filter(([, name]) => isMatte(models[name]));
  return [...new Set(mattes.flat())];
}
