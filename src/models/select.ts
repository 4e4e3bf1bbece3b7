/** Which models of the manifest a command is about. */
import { currentName } from '../passes/former-names.ts';
import { ModelFault } from './fault.ts';
import type { Manifest, ModelDescription } from './manifest.ts';

/**
 * Models by name; those that have a role if no name is given.
 * @throws ModelFault for a name that the manifest does not have
 */
export function selectModels(
  manifest: Manifest,
  names: readonly string[] = [],
): readonly (readonly [name: string, model: ModelDescription])[] {
  const selected = names.length > 0 ? names : Object.values(manifest.roles);
  return [...new Set(selected)].map((asked) => {
    const name = Object.hasOwn(manifest.models, asked) ? asked : currentName(asked);
    if (!Object.hasOwn(manifest.models, name)) {
      const known = Object.keys(manifest.models).join(', ');
      throw new ModelFault(`There is no model ${name} in the manifest: use one of ${known}`);
    }
    return [name, manifest.models[name]] as const;
  });
}
