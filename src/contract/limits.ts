/** The limits of the service as values. `settings/limits.ts` declares them. */
import { limitSettings } from './settings/limits.ts';
import { readSettings, type Values, type Variables } from './settings/read.ts';

export type Limits = Values<typeof limitSettings>;

export const defaultLimits: Limits = parseLimits({});

/**
 * Reads the limits from deployment variables.
 * @throws SettingsFault naming the variable, its range and what it held
 */
export function parseLimits(variables: Variables): Limits {
  return readSettings(limitSettings, variables);
}
