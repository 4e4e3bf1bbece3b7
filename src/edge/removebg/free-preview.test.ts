/** Calls of the remove.bg API for which the ledger keeps a free preview. */
import '../testing/streams.ts';
import { describe, expect, test, vi } from 'vitest';
import type { Admission, Unpaid } from '../../contract/account.ts';
import { Refused } from '../../contract/refusals.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import { byApiKey } from '../admit/admission-policy.ts';
import { processPicture } from '../process.ts';
import { admitted, bmp, type Call } from '../testing/call.ts';
import { runOnImageLane } from '../testing/lanes.ts';
import { callWith, testAlone } from '../testing/process.ts';
import { removebg } from './service.ts';

vi.mock('../lanes/edge-lane.ts', () => import('../testing/lanes.ts'));
vi.mock('../lanes/image-lane.ts', () => import('../testing/lanes.ts'));

testAlone();

describe('a free preview that is kept for a call', () => {
  /** A call of the remove.bg API whose ledger keeps one. */
  async function removebgCall(size: string, otherwise: Unpaid | null) {
    const upload = new FormData();
    upload.append('image_file', new Blob([bmp(2, 2)]), 'photo');
    upload.append('size', size);
    const call = await callWith({ upload });
    call.ledger.admission = { ...admitted, freePreview: { otherwise } } as Admission;
    return call;
  }

  async function runRemovebgCall(call: Call): Promise<Response | Refused> {
    const { exchange, body } = call;
    const answered = await processPicture(exchange, removebg, body, byApiKey).catch((cause: unknown) => cause);
    if (answered instanceof Response) await answered.clone().arrayBuffer();
    await call.over();
    if (answered instanceof Response || answered instanceof Refused) return answered;
    throw answered;
  }

  test.each(['preview', 'small', 'regular'])('pays for size %s, with or without a credit', async (size) => {
    for (const otherwise of [null, 'expired', 'insufficient', 'credits-held'] as const) {
      const call = await removebgCall(size, otherwise);
      const answered = await runRemovebgCall(call);
      expect(answered).toMatchObject({ status: 200 });
      if (answered instanceof Response) expect(answered.headers.get('X-Credits-Charged')).toBe('0');
      expect(call.ledger.asked.at(-1)).toBe('settle h null preview');
      expect(call.exchange.price).toBe(0);
    }
  });

  test('pays for no other size', async () => {
    const paid = await removebgCall('full', null);
    expect(await runRemovebgCall(paid)).toMatchObject({ status: 200 });
    expect(paid.ledger.asked.at(-1)).toBe('settle h null');
    expect(paid.exchange.price).toBe(1);
    for (const [otherwise, code] of [
      ['expired', 'CREDITS_EXPIRED'],
      ['insufficient', 'INSUFFICIENT_CREDITS'],
      ['credits-held', 'CREDITS_HELD'],
    ] as const) {
      const unpaid = await removebgCall('full', otherwise);
      expect(await runRemovebgCall(unpaid)).toMatchObject({ refusal: { code } });
      expect(unpaid.ledger.asked.at(-1)).toBe('release h');
      expect(runOnImageLane).toHaveBeenCalledTimes(1);
    }
  });

  test('is given back where the call fails', async () => {
    runOnImageLane.mockRejectedValue(new NetworkFault('unavailable', 'busy'));
    const call = await removebgCall('preview', null);
    await runRemovebgCall(call).catch(() => {});
    expect(call.ledger.asked.at(-1)).toBe('release h');
  });
});
