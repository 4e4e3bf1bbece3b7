import { expect, test } from 'vitest';
import { settingsHelp } from './describe.ts';
import { edgeSecrets, edgeSettings } from './edge.ts';
import { inferenceSettings } from './inference.ts';
import { limitSettings } from './limits.ts';

test('help says variable, meaning, default and what is allowed', () => {
  const { heic, matteUpsampling, trustedAddressHeader } = edgeSettings;
  const { threads } = inferenceSettings;
  const { maxImageBytes, leaseMs } = limitSettings;
  const { keyHashSecret } = edgeSecrets;
  const lines = settingsHelp({
    heic,
    matteUpsampling,
    trustedAddressHeader,
    threads,
    maxImageBytes,
    leaseMs,
    keyHashSecret,
  });
  expect(lines.split('\n').map((line) => [line.slice(2, 26).trim(), /\(.*\)$/.exec(line)?.[0]])).toEqual([
    ['HEIC', '(on; on or off)'],
    ['MATTE_UPSAMPLING', '(guided; guided or bilinear)'],
    ['TRUSTED_ADDRESS_HEADER', '(none; the name of a header)'],
    ['INFERENCE_THREADS', '(cores / workers; 1 to 256)'],
    ['MAX_IMAGE_BYTES', '(20971520; 1024 to 20971520 bytes)'],
    ['LEASE_MS', '(55000; 300 to 3600000 ms)'],
    ['KEY_HASH_SECRET', '(none, needed)'],
  ]);
  expect(lines).toContain(`  LEASE_MS                ${leaseMs.meaning} (`);
});
