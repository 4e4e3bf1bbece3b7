/** Which models of the manifest a command is about. */
import { currentName } from '../../contract/passes/former-names.ts';
import { ModelFault } from './fault.ts';
import type { Manifest, ModelDescription } from './manifest.ts';

/**
 * Models by name; those that have a role if no name is given. Each comes with its encoder, which goes before it.
 * @throws ModelFault for a name that the manifest does not have
 */
export function selectModels(
  manifest: Manifest,
  names: readonly string[] = [],
): readonly (readonly [name: string, model: ModelDescription])[] {
  const asked = names.length > 0 ? names : Object.values(manifest.roles);
  const selected = asked.flatMap((word) => {
    const name = Object.hasOwn(manifest.models, word) ? word : currentName(word);
    if (!Object.hasOwn(manifest.models, name)) {
      const known = Object.keys(manifest.models).join(', ');
      throw new ModelFault(`There is no model ${name} in the manifest: use one of ${known}`);
    }
    const { encoder } = manifest.models[name];
    return encoder === undefined ? [name] : [encoder, name];
  });
  return [...new Set(selected)].map((name) => [name, manifest.models[name]] as const);
}
