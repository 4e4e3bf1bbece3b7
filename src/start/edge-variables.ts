/** What a local edge takes over from the shell: the variables that a deployment would set. */
import { limitDescriptors } from '../contract/limits.ts';

const named = [
  'SUPPORT_EMAIL',
  'HEIC',
  'MATTE_MODEL',
  'MATTE_UPSAMPLING',
  'MATTE_REFINER',
  'TRUSTED_ADDRESS_HEADER',
  ...Object.values(limitDescriptors).map(({ variable }) => variable),
];

/** The edge's own variables among those of a process. */
export function edgeVariablesOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of named) {
    const value = environment[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
