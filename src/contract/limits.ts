/** The limits of the service as values. `settings/limits.ts` declares them. */
import { limitSettings } from './settings/limits.ts';
import { readSettings, type Values, type Variables } from './settings/read.ts';

export type Limits = Values<typeof limitSettings>;

export const defaultLimits: Limits = parseLimits({});

/** The limits at the remove.bg compatibility API: a file may be larger there than elsewhere. */
export function removebgLimits(limits: Limits): Limits {
  return { ...limits, maxImageBytes: limits.maxRemovebgImageBytes };
}

/** A limit on a file in words: `20.0 MB`. */
export function megabytes(limitBytes: number): string {
  return `${(limitBytes / 2 ** 20).toFixed(1)} MB`;
}

/** Bytes of the largest file that is accepted anywhere. */
export function largestImageBytes({ maxImageBytes, maxRemovebgImageBytes }: Limits): number {
  return Math.max(maxImageBytes, maxRemovebgImageBytes);
}

/** Previews that a wallet has free in a month. */
export function freePreviewsOf({ previewCredits, freePreviewsPerMonth }: Limits): number {
  return previewCredits === 0 ? freePreviewsPerMonth : 0;
}

/**
 * Reads the limits from deployment variables.
 * @throws SettingsFault naming the variable, its range and what it held
 */
export function parseLimits(variables: Variables): Limits {
  return readSettings(limitSettings, variables);
}
