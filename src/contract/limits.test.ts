import { expect, test } from 'vitest';
import { defaultLimits, parseLimits } from './limits.ts';

test('the defaults are the contract’s and the decisions’', () => {
  expect(defaultLimits).toEqual({
    maxImageBytes: 20_971_520,
    maxRemovebgImageBytes: 23_068_672,
    maxJsonBytes: 33_554_432,
    maxFieldBytes: 65_536,
    maxParts: 64,
    maxJsonDepth: 16,
    maxJsonMembers: 64,
    maxPixels: 268_402_689,
    maxSidePx: 65_535,
    maxJpegScans: 100,
    prepMaxSidePx: 5000,
    prepMaxPixels: 25_000_000,
    defaultRatePerMinute: 30,
    previewCredits: 1,
    freePreviewsPerMonth: 50,
    creditLifetimeDays: 365,
    leaseMs: 55_000,
    uploadIdleMs: 30_000,
    uploadTotalMs: 300_000,
    fetchFirstByteMs: 10_000,
    downloadIdleMs: 120_000,
    workMs: 55_000,
    drainBytes: 33_554_432,
    drainMs: 5000,
    isolateBudgetBytes: 92_274_688,
    capacityWaitMs: 10_000,
  });
});

test('a variable changes its limit alone', () => {
  expect(parseLimits({ MAX_IMAGE_BYTES: 2000, LEASE_MS: '300' })).toEqual({
    ...defaultLimits,
    maxImageBytes: 2000,
    leaseMs: 300,
  });
});
