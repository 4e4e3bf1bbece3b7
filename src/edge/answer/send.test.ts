/** An answer on its way out: what is finished before it goes, and what its end does to the credit. */
import '../testing/streams.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Transfer } from '../../pixels/bounds/transfer.ts';
import { Hold } from '../admit/hold.ts';
import { RequestResources } from '../request-resources.ts';
import { type Call, makeCall } from '../testing/call.ts';
import { begin, send } from './send.ts';

const mib = 1024 * 1024;
const headers = { 'Content-Type': 'image/png' };
const named = { fingerprint: 'f', variant: { points: 'p', size: 's' }, edit: null };

/** A body of pieces of these lengths that says how many were asked for, and whether it was left. */
function bodyOf(...lengths: readonly number[]) {
  const source = { asked: 0, isLeft: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const length = lengths[source.asked++];
        if (length === undefined) controller.close();
        else controller.enqueue(new Uint8Array(length).fill(source.asked));
      },
      cancel() {
        source.isLeft = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, source };
}

let call: Call;
let resources: RequestResources;
beforeEach(async () => {
  call = await makeCall({ limits: { downloadIdleMs: 60_000 } });
  resources = new RequestResources(new AbortController().signal, 'r');
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('the beginning of an answer', () => {
  test.each([
    [[], 0, 1],
    [[3, 4], 7, 3],
    [[mib - 1], mib - 1, 2],
    [[mib], mib, 2],
    [[mib, 1], null, 2],
    [[mib + 1], null, 1],
    [[mib + 1, mib], null, 1],
  ])('of pieces of %j bytes: the length of the whole is %j', async (lengths, bytes, asked) => {
    const { body, source } = bodyOf(...lengths);
    const begun = await begin({ headers, body }, resources);
    expect([begun.bytes, source.asked]).toEqual([bytes, asked]);
    const made = begun.beginning.reduce((sum, piece) => sum + piece.length, 0);
    expect(made).toBe(bytes ?? lengths.slice(0, asked).reduce((sum, length) => sum + length, 0));
    await resources.end();
    expect(source.isLeft).toBe(bytes === null);
  });

  test('that breaks off fails, and giving it back is no failure', async () => {
    const fault = new Error('broken');
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(fault) });
    await expect(begin({ headers, body }, resources)).rejects.toBe(fault);
    await resources.end();
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe('the end of an answer', () => {
  async function sent(...lengths: readonly number[]) {
    const { body, source } = bodyOf(...lengths);
    const terms = { id: 'h', remembered: null, requestId: 'r', leaseMs: 60_000 };
    const hold = new Hold(call.ledger, terms);
    const answer = send(call.exchange, await begin({ headers, body }, resources), { hold, call: named, resources });
    return { answer, source };
  }

  test.each([[[]], [[3, 4]], [[mib + 1, 5, 6]]])(
    'of pieces of %j bytes is the charge, and the end of all that the request had',
    async (lengths) => {
      const given = vi.fn();
      resources.keep('picture', given);
      const { answer } = await sent(...lengths);
      expect(answer.headers.get('Content-Type')).toBe('image/png');
      expect(call.ledger.asked).toEqual([]);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      await call.over();
      expect(call.ledger.asked).toEqual(['settle h f']);
      expect(given).toHaveBeenCalledOnce();
      expect(bytes.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
      expect([...bytes.subarray(-12)]).toEqual(
        lengths.flatMap((length, at) => Array(Math.min(12, length)).fill(at + 1)).slice(-12),
      );
    },
  );

  test('tells how fast the client reads', async () => {
    let nowMs = 0;
    const transfer = new Transfer(() => nowMs);
    const { body } = bodyOf(200_000, 5);
    const hold = new Hold(call.ledger, { id: 'h', remembered: null, requestId: 'r', leaseMs: 60_000 });
    const answer = send(call.exchange, await begin({ headers, body }, resources), {
      hold,
      call: named,
      resources,
      transfer,
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    nowMs += 2000;
    expect(transfer.isSlow).toBe(true);
    await answer.arrayBuffer();
    await call.over();
    expect(transfer.isSlow).toBe(false);
  });

  test('of a client that leaves: what is made for it is left too', async () => {
    const { answer, source } = await sent(mib + 1, 5, 6);
    await answer.body?.cancel();
    await call.over();
    expect(call.ledger.asked).toEqual(['release h']);
    expect(source).toEqual({ asked: 1, isLeft: true });
  });
});
