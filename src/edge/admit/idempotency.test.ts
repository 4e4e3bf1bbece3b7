import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SharedThread } from '../../bounds/shared-thread.ts';
import { Refused } from '../../contract/refusals.ts';
import { checkIdempotencyKey, checkRepeat, fingerprintOf, idempotencyKeyOf } from './idempotency.ts';

const named = (name?: string) =>
  new Request('http://edge/', { headers: name === undefined ? {} : { 'Idempotency-Key': name } });

/** The code of the refusal that is thrown; null when none is. */
function refusalOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (failure) {
    if (failure instanceof Refused) return failure.refusal.code;
    throw failure;
  }
}

describe('the name of a call', () => {
  test.each([
    ['is read', 'order 7', 'order 7', null],
    ['may be missing', undefined, null, null],
    ['may not be too long', 'n'.repeat(256), null, 'VALIDATION_ERROR'],
  ])('%s', (_what, name, read, refused) => {
    expect(idempotencyKeyOf(named(name))).toBe(read);
    expect(refusalOf(() => checkIdempotencyKey(named(name)))).toBe(refused);
  });
});

const task = { kind: 'cutout', imageType: true, refine: true, cleanEdges: true } as const;
const file = Uint8Array.of(1, 2, 3);
const fingerprint = await fingerprintOf('image-without-background', task, file);

describe('a fingerprint', () => {
  test('is the same for the same call, and 64 hexadecimal digits', async () => {
    expect(await fingerprintOf('image-without-background', { ...task }, file.slice())).toBe(fingerprint);
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['operation', fingerprintOf('image-without-background-base64', task, file)],
    ['option', fingerprintOf('image-without-background', { ...task, imageType: false }, file)],
    ['background', fingerprintOf('image-without-background', task, file, Uint8Array.of(1))],
    ['file', fingerprintOf('image-without-background', task, Uint8Array.of(1, 2, 4))],
  ])('is another for another %s', async (_what, other) => {
    expect(await other).not.toBe(fingerprint);
  });

  test('of a long file is the digest of all of it, and others get turns meanwhile', async () => {
    const long = new Uint8Array(20 * 1024 * 1024 + 7).fill(5);
    const thread = new SharedThread(async () => {});
    const whole = createHash('sha256')
      .update(`${JSON.stringify(['alpha-channel', task])}\0`)
      .update(long);
    expect(await fingerprintOf('alpha-channel', task, long, null, thread)).toBe(whole.digest('hex'));
    expect(thread.given).toBe(2);
    await fingerprintOf('alpha-channel', task, long, long, thread);
    expect(thread.given).toBe(6);
  });

  test('of a repeat must be that of the first call', () => {
    expect(refusalOf(() => checkRepeat(fingerprint, fingerprint))).toBeNull();
    expect(refusalOf(() => checkRepeat(null, fingerprint))).toBeNull();
    expect(refusalOf(() => checkRepeat(null, null))).toBeNull();
    expect(refusalOf(() => checkRepeat('another', fingerprint))).toBe('IDEMPOTENCY_MISMATCH');
    expect(refusalOf(() => checkRepeat('another', null))).toBe('IDEMPOTENCY_MISMATCH');
  });
});
