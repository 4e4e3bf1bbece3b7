/** The limits of the service. The unit is in the name; the default is the contract's value, or that of a decision. */
import { bytes, milliseconds, wholeNumber } from './kinds.ts';

const mib = 1024 * 1024;

export const limitSettings = {
  maxImageBytes: bytes('MAX_IMAGE_BYTES', {
    fallback: 20 * mib,
    min: 1024,
    max: 20 * mib,
    meaning: 'Image file, decoded from Base64 where it came so',
  }),
  maxRemovebgImageBytes: bytes('REMOVEBG_MAX_IMAGE_BYTES', {
    fallback: 22 * mib,
    min: 1024,
    max: 22 * mib,
    meaning: 'The same for calls in the words of remove.bg, whose own limit it is',
  }),
  maxJsonBytes: bytes('MAX_JSON_BYTES', { fallback: 32 * mib, min: 1024, max: 32 * mib, meaning: 'Raw JSON body' }),
  maxFieldBytes: bytes('MAX_FIELD_BYTES', {
    fallback: 64 * 1024,
    min: 1024,
    max: mib,
    meaning: 'Multipart fields other than the file, together',
  }),
  maxParts: wholeNumber('MAX_PARTS', { fallback: 64, min: 2, max: 1024, meaning: 'Parts of one multipart body' }),
  maxJsonDepth: wholeNumber('MAX_JSON_DEPTH', { fallback: 16, min: 1, max: 256, meaning: 'Nesting of a JSON body' }),
  maxJsonMembers: wholeNumber('MAX_JSON_MEMBERS', {
    fallback: 64,
    min: 1,
    max: 10_000,
    meaning: 'Members and array elements of a JSON body, nested ones counted',
  }),
  maxPixels: wholeNumber('MAX_PIXELS', {
    fallback: 268_402_689,
    min: 1,
    max: 268_402_689,
    meaning: 'Pixels of the decoded picture',
  }),
  maxSidePx: wholeNumber('MAX_SIDE_PX', {
    fallback: 65_535,
    min: 1,
    max: 65_535,
    meaning: 'Longest side of the decoded picture, in pixels',
  }),
  maxJpegScans: wholeNumber('MAX_JPEG_SCANS', {
    fallback: 100,
    min: 1,
    max: 1000,
    meaning: 'Scans of one progressive JPEG',
  }),
  prepMaxSidePx: wholeNumber('PREP_MAX_SIDE_PX', {
    fallback: 5000,
    min: 64,
    max: 65_535,
    meaning: 'Longest side before the prep downscale, in pixels',
  }),
  prepMaxPixels: wholeNumber('PREP_MAX_PIXELS', {
    fallback: 25_000_000,
    min: 4096,
    max: 268_402_689,
    meaning: 'Pixels before the prep downscale',
  }),
  defaultRatePerMinute: wholeNumber('DEFAULT_RATE_PER_MINUTE', {
    fallback: 30,
    min: 1,
    max: 100_000,
    meaning: 'Requests of one key in any 60 seconds, where the key has no rate of its own',
  }),
  previewCredits: wholeNumber('PREVIEW_CREDITS', {
    fallback: 1,
    min: 0,
    max: 1,
    meaning:
      'Price of a preview in the words of remove.bg. With 0 a wallet has some free each month, and pays 1 after them',
  }),
  freePreviewsPerMonth: wholeNumber('FREE_PREVIEWS_PER_MONTH', {
    fallback: 50,
    min: 0,
    max: 1_000_000,
    meaning: 'Free previews of a wallet in a calendar month (UTC), where PREVIEW_CREDITS is 0',
  }),
  creditLifetimeDays: wholeNumber('CREDIT_LIFETIME_DAYS', {
    fallback: 365,
    min: 1,
    max: 36_500,
    meaning: 'Life of credits after a top-up without a date, in days',
  }),
  leaseMs: milliseconds('LEASE_MS', {
    fallback: 55_000,
    min: 300,
    max: 3_600_000,
    meaning: 'Life of a hold after its last renewal',
  }),
  uploadIdleMs: milliseconds('UPLOAD_IDLE_MS', {
    fallback: 30_000,
    min: 100,
    max: 600_000,
    meaning: 'Pause between two bytes of an upload',
  }),
  uploadTotalMs: milliseconds('UPLOAD_TOTAL_MS', {
    fallback: 300_000,
    min: 100,
    max: 3_600_000,
    meaning: 'Whole upload',
  }),
  fetchFirstByteMs: milliseconds('FETCH_FIRST_BYTE_MS', {
    fallback: 10_000,
    min: 100,
    max: 60_000,
    meaning: 'First byte of the image behind an image_url, redirects included; then the limits of an upload',
  }),
  downloadIdleMs: milliseconds('DOWNLOAD_IDLE_MS', {
    fallback: 120_000,
    min: 100,
    max: 3_600_000,
    meaning: 'Pause of a reader before it counts as gone',
  }),
  workMs: milliseconds('WORK_MS', {
    fallback: 55_000,
    min: 100,
    max: 600_000,
    meaning: 'Last byte of the body to first byte of the answer',
  }),
  drainBytes: bytes('DRAIN_BYTES', {
    fallback: 32 * mib,
    min: 0,
    max: 100 * mib,
    meaning: 'Bytes read and thrown away before a refusal goes out',
  }),
  drainMs: milliseconds('DRAIN_MS', {
    fallback: 5000,
    min: 0,
    max: 60_000,
    meaning: 'Time spent reading and throwing away before a refusal goes out',
  }),
  isolateBudgetBytes: bytes('ISOLATE_BUDGET_BYTES', {
    fallback: 88 * mib,
    min: mib,
    max: 4096 * mib,
    meaning: 'Pictures in one isolate, together',
  }),
  capacityWaitMs: milliseconds('CAPACITY_WAIT_MS', {
    fallback: 10_000,
    min: 0,
    max: 60_000,
    meaning: 'Longest wait for isolate memory. A picture that has to expect more than half of it is refused at once',
  }),
} as const;

const { maxImageBytes, maxRemovebgImageBytes, maxPixels, maxSidePx, maxJpegScans } = limitSettings;

/** Limits that the image lane keeps as well as the edge: a deployment sets them on both. */
export const laneLimitSettings = { maxImageBytes, maxRemovebgImageBytes, maxPixels, maxSidePx, maxJpegScans } as const;
