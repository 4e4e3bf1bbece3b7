import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Editable } from '../../contract/idempotency.ts';
import { cutout } from '../../contract/operations/cutout.ts';
import type { Task } from '../../contract/operations.ts';
import { Refused } from '../../contract/refusals.ts';
import { SharedThread } from '../../pixels/bounds/shared-thread.ts';
import { checkIdempotencyKey, fingerprintOf, idempotencyKeyOf, namedCall } from './idempotency.ts';

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
});

describe('a call under a name', () => {
  const sized = { ...task, output: cutout.read(new Map([['max_size', '100']])).output };
  const ask = async (remembered: string | null, editable: Editable | null, asked: Task = task, request = named('n')) =>
    namedCall(
      request,
      { remembered, editable },
      {
        operation: 'image-without-background',
        task: asked,
        file,
        background: null,
      },
    );
  const codeOf = (asking: Promise<unknown>) =>
    asking.then(
      () => null,
      (failure) => (failure instanceof Refused ? failure.refusal.code : failure),
    );

  test('is none without a name', async () => {
    expect(await ask(null, null, task, named())).toBeNull();
  });

  test('that is the first has the hash of what no edit changes, whatever its size', async () => {
    const [first, small] = [await ask(null, null), await ask(null, null, sized)];
    expect(first).toMatchObject({ fingerprint, edit: null });
    expect(small).toMatchObject({ fingerprint, edit: null, variant: { points: first?.variant.points } });
    expect(small?.variant.size).not.toBe(first?.variant.size);
    expect([first?.variant.points, first?.variant.size]).toEqual(
      [1, 2].map(() => expect.stringMatching(/^[0-9a-f]{64}$/)),
    );
  });

  test('that is remembered is a repeat, an edit, or refused', async () => {
    const variant = (await ask(null, null))?.variant ?? { points: '', size: '' };
    const editable = { first: variant, latest: variant, hasSecondSize: false, edits: 0, repeats: 0 };
    expect(await ask(fingerprint, editable)).toEqual({ fingerprint, variant, edit: null });
    expect(await ask(fingerprint, editable, sized)).toMatchObject({ fingerprint, edit: 'second-size' });
    expect(await ask(fingerprint, { ...editable, hasSecondSize: true }, sized)).toMatchObject({ edit: 'edit' });
    expect(await codeOf(ask(fingerprint, { ...editable, repeats: 3 }))).toBe('IDEMPOTENCY_EXHAUSTED');
    expect(await codeOf(ask('another', editable))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await codeOf(ask('another', editable, sized))).toBe('IDEMPOTENCY_MISMATCH');
  });

  test('that is remembered from before there were edits is a repeat or another call', async () => {
    const whole = await fingerprintOf('image-without-background', sized, file);
    expect(await ask(whole, null, sized)).toMatchObject({ fingerprint: whole, edit: null });
    expect(await codeOf(ask(whole, null))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await codeOf(ask(fingerprint, null, sized))).toBe('IDEMPOTENCY_MISMATCH');
  });
});
