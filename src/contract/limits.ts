/**
 * Every limit of the service, declared once: its unit is in its name, its default is the contract's or
 * docs/decisions' value, and a deployment may override it with the variable named here.
 */

interface LimitDescriptor {
  readonly variable: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly meaning: string;
}

const mib = 1024 * 1024;

export const limitDescriptors = {
  maxImageBytes: limit('MAX_IMAGE_BYTES', 20 * mib, 1024, 20 * mib, 'image file, decoded from Base64 where it came so'),
  maxJsonBytes: limit('MAX_JSON_BYTES', 32 * mib, 1024, 32 * mib, 'raw JSON body'),
  maxFieldBytes: limit('MAX_FIELD_BYTES', 64 * 1024, 1024, mib, 'multipart fields other than the file, together'),
  maxParts: limit('MAX_PARTS', 64, 2, 1024, 'parts of one multipart body'),
  maxJsonDepth: limit('MAX_JSON_DEPTH', 16, 1, 256, 'nesting of a JSON body'),
  maxJsonMembers: limit(
    'MAX_JSON_MEMBERS',
    64,
    1,
    10_000,
    'members and array elements of a JSON body, nested ones too',
  ),
  maxPixels: limit('MAX_PIXELS', 268_402_689, 1, 268_402_689, 'pixels of the decoded picture'),
  maxSidePx: limit('MAX_SIDE_PX', 65_535, 1, 65_535, 'longest side of the decoded picture'),
  maxJpegScans: limit('MAX_JPEG_SCANS', 100, 1, 1000, 'scans of one progressive JPEG'),
  prepMaxSidePx: limit('PREP_MAX_SIDE_PX', 5000, 64, 65_535, 'longest side before the prep downscale'),
  prepMaxPixels: limit('PREP_MAX_PIXELS', 25_000_000, 4096, 268_402_689, 'pixels before the prep downscale'),
  defaultRatePerMinute: limit('DEFAULT_RATE_PER_MINUTE', 30, 1, 100_000, 'requests of one key in any 60 seconds'),
  creditLifetimeDays: limit('CREDIT_LIFETIME_DAYS', 365, 1, 36_500, 'life of credits after a top-up without a date'),
  leaseMs: limit('LEASE_MS', 55_000, 300, 3_600_000, 'life of a hold after its last renewal'),
  uploadIdleMs: limit('UPLOAD_IDLE_MS', 30_000, 100, 600_000, 'pause between two bytes of an upload'),
  uploadTotalMs: limit('UPLOAD_TOTAL_MS', 300_000, 100, 3_600_000, 'whole upload'),
  downloadIdleMs: limit('DOWNLOAD_IDLE_MS', 120_000, 100, 3_600_000, 'pause of a reader before it counts as gone'),
  workMs: limit('WORK_MS', 55_000, 100, 600_000, 'last byte of the body to first byte of the answer'),
  drainBytes: limit('DRAIN_BYTES', 32 * mib, 0, 100 * mib, 'bytes read and thrown away before a refusal goes out'),
  drainMs: limit('DRAIN_MS', 5000, 0, 60_000, 'time spent reading and throwing away before a refusal goes out'),
  isolateBudgetBytes: limit('ISOLATE_BUDGET_BYTES', 88 * mib, mib, 4096 * mib, 'pictures in one isolate, together'),
  capacityWaitMs: limit('CAPACITY_WAIT_MS', 10_000, 0, 60_000, 'wait for isolate memory before 503'),
} as const;

export type LimitName = keyof typeof limitDescriptors;
export type Limits = Readonly<Record<LimitName, number>>;

export const defaultLimits: Limits = parseLimits({});

/**
 * Reads the limits from deployment variables.
 * @param variables name to text or number; an absent or empty one takes the default
 * @throws Error naming the variable, its range and what it held
 */
export function parseLimits(variables: Readonly<Record<string, unknown>>): Limits {
  const limits: Partial<Record<LimitName, number>> = {};
  for (const name of Object.keys(limitDescriptors) as LimitName[]) {
    const { variable, fallback, min, max } = limitDescriptors[name];
    const raw = variables[variable];
    const value = raw === undefined || raw === '' ? fallback : Number(raw);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`Expected an integer from ${min} to ${max} for ${variable} but received ${String(raw)}`);
    }
    limits[name] = value;
  }
  return limits as Limits;
}

function limit(variable: string, fallback: number, min: number, max: number, meaning: string): LimitDescriptor {
  return { variable, fallback, min, max, meaning };
}
