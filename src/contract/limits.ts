/** The limits of the service as values: those that are the same everywhere, and those that `settings/limits.ts` declares. */
import { limitSettings } from './settings/limits.ts';
import { readSettings, type Values, type Variables } from './settings/read.ts';

/** The same in every deployment. */
interface FixedLimits {
  /** Of a JSON body. */
  readonly maxJsonBytes: number;
  /** Of all fields of a form beside its files. */
  readonly maxFieldBytes: number;
  /** Of a multipart form. */
  readonly maxParts: number;
  readonly maxJsonDepth: number;
  /** Members and array elements of a JSON body, nested ones counted. */
  readonly maxJsonMembers: number;
  /** Longest side of a picture, and its pixels. */
  readonly maxSidePx: number;
  readonly maxPixels: number;
  /** Scans of one progressive JPEG. */
  readonly maxJpegScans: number;
  /** Longest side, and pixels, before the prep downscale. */
  readonly prepMaxSidePx: number;
  readonly prepMaxPixels: number;
}

const fixedLimits: FixedLimits = {
  maxJsonBytes: 32 * 2 ** 20,
  maxFieldBytes: 64 * 1024,
  maxParts: 64,
  maxJsonDepth: 16,
  maxJsonMembers: 64,
  maxSidePx: 65_535,
  maxPixels: 268_402_689,
  maxJpegScans: 100,
  prepMaxSidePx: 5000,
  prepMaxPixels: 25_000_000,
};

export type Limits = FixedLimits & Values<typeof limitSettings>;

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
  return { ...fixedLimits, ...readSettings(limitSettings, variables) };
}
