/** Networks that the service does without where they could not be fetched: nothing asks for them then. */
import { withoutNetworks } from '../../contract/passes/declaration.ts';
import { inspectModel } from './inspect.ts';
import type { Manifest } from './manifest.ts';
import { selectModels } from './select.ts';

export interface Present {
  /** The manifest without those that are left out, and without what asks them. */
  readonly manifest: Manifest;
  /** Names of networks with a role whose weights are not there. */
  readonly leftOut: readonly string[];
}

/** What a models directory has of a manifest: optional networks whose weights are not there are left out. */
export async function presentOf(manifest: Manifest, modelsDirectory: string): Promise<Present> {
  const { roles, models, offers } = manifest;
  const leftOut: string[] = [];
  for (const name of new Set(Object.values(roles))) {
    if (!models[name].optional) continue;
    const parts = selectModels(manifest, [name]);
    const inspected = await Promise.all(parts.map(([part, model]) => inspectModel(model, part, modelsDirectory)));
    if (inspected.some(({ state }) => state !== 'ready')) leftOut.push(name);
  }
  if (leftOut.length === 0) return { manifest, leftOut };
  const presentRoles = Object.entries(roles).filter(([, name]) => !leftOut.includes(name));
  const absentRoles = Object.keys(roles).filter((role) => leftOut.includes(roles[role]));
  const absent = new Set([...leftOut, ...absentRoles]);
  const presentModels = Object.entries(models)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, model]) => {
      const passes = model.passes && withoutNetworks(model.passes, absent);
      return [name, { ...model, ...(passes && { passes }) }] as const;
    });
  const present = { roles: Object.fromEntries(presentRoles), models: Object.fromEntries(presentModels), offers };
  return { manifest: present, leftOut };
}
