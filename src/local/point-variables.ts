/** Whether the local edge takes points: where the models folder has the network that answers them. */
import { edgeSettings } from '../contract/settings/edge.ts';
import type { Variables } from '../contract/settings/read.ts';
import { readRepository } from '../inference/models/choices.ts';
import { presentOf } from '../inference/models/optional.ts';
import type { ModelSettings } from '../inference/models/settings.ts';

const role = 'point-segmenter';

/**
 * Variables of the edge beside those of the shell; nothing where those say it.
 * @param edgeVariables of the shell
 */
export async function pointVariables(
  models: ModelSettings,
  edgeVariables: Variables,
): Promise<Readonly<Record<string, string>>> {
  const { variable } = edgeSettings.pointSegmenter;
  if (edgeVariables[variable]) return {};
  const { manifest } = await presentOf(await readRepository(models), models.modelsDirectory);
  return Object.hasOwn(manifest.roles, role) ? {} : { [variable]: 'off' };
}
