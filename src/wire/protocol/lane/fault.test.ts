import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NetworkFault } from '../../../pixels/pipeline/networks/networks.ts';
import { BackgroundFault, ImageFault } from '../../../pixels/pipeline/picture/fault.ts';
import { PointFault, pointFaultCodes } from '../../../pixels/pipeline/points/fault.ts';
import { type LaneFault, readLaneFault, writeLaneFault } from './fault.ts';

function sent(fault: LaneFault): Response {
  const { status, headers, body } = writeLaneFault(fault);
  return new Response(new Uint8Array(body), { status, headers: { ...headers } });
}

describe('a fault', () => {
  it('of the picture is read as it was written', async () => {
    const kinds = fc.constantFrom('unsupported' as const, 'invalid' as const);
    await fc.assert(
      fc.asyncProperty(kinds, fc.string({ minLength: 1, unit: 'grapheme' }), async (kind, message) => {
        const read = await readLaneFault(sent(new ImageFault(kind, message)));
        expect(read).toBeInstanceOf(ImageFault);
        expect(read).toMatchObject({ kind, message });
      }),
    );
  });

  it('of the background stays one', async () => {
    for (const kind of ['unsupported', 'invalid'] as const) {
      const read = await readLaneFault(sent(new BackgroundFault({ kind, message: 'broken' })));
      expect(read).toBeInstanceOf(BackgroundFault);
      expect(read).toMatchObject({ kind, message: 'broken' });
    }
    expect(await readLaneFault(sent(new ImageFault('invalid', 'broken')))).not.toBeInstanceOf(BackgroundFault);
  });

  it('of points stays one, with its field and what is wrong', async () => {
    for (const field of ['keep_points', 'drop_points'] as const) {
      for (const code of pointFaultCodes) {
        const read = await readLaneFault(sent(new PointFault(field, code, 'not there')));
        expect(read).toBeInstanceOf(PointFault);
        expect(read).toMatchObject({ field, code, kind: 'invalid', message: 'not there' });
      }
    }
  });

  it('of the networks keeps its kind, and when to come back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3600 }), fc.string({ maxLength: 300 }), async (seconds, message) => {
        const read = await readLaneFault(
          sent(new NetworkFault('unavailable', message, { retryAfterSeconds: seconds })),
        );
        expect(read).toBeInstanceOf(NetworkFault);
        expect(read).toMatchObject({ kind: 'unavailable', retryAfterSeconds: seconds });
        expect(read.message).toBe(`The image lane answered 503${message && `: ${message}`}`);
      }),
    );
    const failed = await readLaneFault(sent(new NetworkFault('failed', 'no')));
    expect(failed).toMatchObject({ kind: 'failed', message: 'The image lane answered 500: no' });
  });

  it('says what it is, and when to come back where that helps', () => {
    const { status, headers, body } = writeLaneFault(new ImageFault('invalid', 'The picture is cut'));
    expect([status, headers]).toEqual([422, { 'Content-Type': 'application/json' }]);
    expect(JSON.parse(new TextDecoder().decode(body))).toEqual({ error: 'The picture is cut', kind: 'invalid' });
    expect(sent(new NetworkFault('unavailable', 'full')).headers.get('Retry-After')).toBe('2');
  });

  it.each([
    [422, '<html>'],
    [415, '{"error": 7}'],
    [413, '{"error": "The body is larger than 5 bytes"}'],
    [404, ''],
  ])('%d with the body %s is an internal failure', async (status, body) => {
    const read = await readLaneFault(new Response(body, { status }));
    expect(read).toBeInstanceOf(NetworkFault);
    expect(read.kind).toBe('failed');
  });
});
