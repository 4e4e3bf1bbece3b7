/** The limits that a deployment may set; `contract/limits.ts` has the others. The unit is in the name; the default is the contract's value, or that of a decision. */
import { bytes, milliseconds, wholeNumber } from './kinds.ts';

const mib = 1024 * 1024;

export const limitSettings = {
  maxImageBytes: bytes('MAX_IMAGE_BYTES', {
    fallback: 20 * mib,
    min: 1024,
    max: 20 * mib,
    meaning: 'Image file, after Base64 decoding',
  }),
  maxRemovebgImageBytes: bytes('REMOVEBG_MAX_IMAGE_BYTES', {
    fallback: 22 * mib,
    min: 1024,
    max: 22 * mib,
    meaning: 'The same in the remove.bg compatibility API',
  }),
  defaultRatePerMinute: wholeNumber('DEFAULT_RATE_PER_MINUTE', {
    fallback: 30,
    min: 1,
    max: 100_000,
    meaning: 'Requests of a key in any 60 seconds, unless it has its own rate',
  }),
  previewCredits: wholeNumber('PREVIEW_CREDITS', {
    fallback: 1,
    min: 0,
    max: 1,
    meaning: 'Price of a remove.bg preview. With 0 some are free each month, further ones cost 1',
  }),
  freePreviewsPerMonth: wholeNumber('FREE_PREVIEWS_PER_MONTH', {
    fallback: 50,
    min: 0,
    max: 1_000_000,
    meaning: 'Free previews of a wallet per calendar month (UTC)',
  }),
  creditLifetimeDays: wholeNumber('CREDIT_LIFETIME_DAYS', {
    fallback: 365,
    min: 1,
    max: 36_500,
    meaning: 'Life of credits in days, after a top-up without a date',
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
    meaning: 'Pause within an upload',
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
    meaning: 'First byte from an image_url, redirects included',
  }),
  downloadIdleMs: milliseconds('DOWNLOAD_IDLE_MS', {
    fallback: 120_000,
    min: 100,
    max: 3_600_000,
    meaning: 'Pause of a reader',
  }),
  workMs: milliseconds('WORK_MS', {
    fallback: 55_000,
    min: 100,
    max: 600_000,
    meaning: 'Last byte of the request to first of the answer',
  }),
  drainBytes: bytes('DRAIN_BYTES', {
    fallback: 32 * mib,
    min: 0,
    max: 100 * mib,
    meaning: 'Bytes discarded before a refusal',
  }),
  drainMs: milliseconds('DRAIN_MS', {
    fallback: 5000,
    min: 0,
    max: 60_000,
    meaning: 'Time for that',
  }),
  isolateBudgetBytes: bytes('ISOLATE_BUDGET_BYTES', {
    fallback: 88 * mib,
    min: mib,
    max: 4096 * mib,
    meaning: 'Memory for pictures in one isolate',
  }),
  capacityWaitMs: milliseconds('CAPACITY_WAIT_MS', {
    fallback: 10_000,
    min: 0,
    max: 60_000,
    meaning: 'Longest wait for isolate memory; none if more than half of it is expected',
  }),
} as const;

const { maxImageBytes, maxRemovebgImageBytes } = limitSettings;

/** Limits that the image lane keeps as well as the edge: a deployment sets them on both. */
export const laneLimitSettings = { maxImageBytes, maxRemovebgImageBytes } as const;
