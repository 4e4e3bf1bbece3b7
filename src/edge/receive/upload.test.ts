/** Room for an upload: how much it needs, and what it gives back. */
import '../testing/streams.ts';
import { describe, expect, test, vi } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { memoryState } from '../../pixels/bounds/memory.ts';
import { byApiKey } from '../admit/admission-policy.ts';
import { processPicture } from '../process.ts';
import { removebg } from '../removebg/service.ts';
import { bmp } from '../testing/call.ts';
import { runOnImageLane } from '../testing/lanes.ts';
import { answerBytes, callWith, failureOf, mib, resultOf, run, streamOf, testAlone } from '../testing/process.ts';

vi.mock('../lanes/edge-lane.ts', () => import('../testing/lanes.ts'));
vi.mock('../lanes/image-lane.ts', () => import('../testing/lanes.ts'));

const others = testAlone();

describe('a call', () => {
  test('needs room for what it announces and half of it, and for the largest file where it announces nothing', async () => {
    const hasRoom = async (headers: Record<string, string>) => {
      const call = await callWith({ headers, limits: { capacityWaitMs: 0 } });
      const bytes = await run(call).then(
        (answer) => answer.arrayBuffer(),
        () => null,
      );
      await call.over();
      return bytes !== null;
    };
    const { isolateBudgetBytes, maxImageBytes } = defaultLimits;
    await others().take(isolateBudgetBytes - 2000);
    expect(await hasRoom({ 'Content-Length': '1333' })).toBe(true);
    expect(await hasRoom({ 'Content-Length': '1334' })).toBe(false);
    expect(await hasRoom({})).toBe(false);
    others().reduceTo(isolateBudgetBytes - 1.5 * maxImageBytes);
    expect(await hasRoom({})).toBe(true);
    expect(await hasRoom({ 'Content-Length': String(maxImageBytes + 1) })).toBe(true);
  });

  test('needs room for a larger file in the remove.bg API', async () => {
    const { isolateBudgetBytes, maxImageBytes, maxRemovebgImageBytes } = defaultLimits;
    const hasRoom = async () => {
      const upload = new FormData();
      upload.append('image_file', new Blob([bmp(2, 2)]), 'photo');
      const call = await callWith({ upload, limits: { capacityWaitMs: 0 } });
      const answered = await processPicture(call.exchange, removebg, call.body, byApiKey).then(
        (answer) => answer.arrayBuffer(),
        () => null,
      );
      await call.over();
      return answered !== null;
    };
    await others().take(isolateBudgetBytes - 1.5 * maxRemovebgImageBytes + 1);
    expect(await hasRoom()).toBe(false);
    others().reduceTo(isolateBudgetBytes - 1.5 * maxRemovebgImageBytes);
    expect(await hasRoom()).toBe(true);
    expect(maxRemovebgImageBytes).toBeGreaterThan(maxImageBytes);
  });

  test('holds what its upload took while it works, and nothing of what was announced beside', async () => {
    let freeBytes = 0;
    runOnImageLane.mockImplementation(async () => {
      freeBytes = memoryState(defaultLimits).free_bytes;
      return resultOf(streamOf(answerBytes));
    });
    const call = await callWith();
    await (await run(call)).arrayBuffer();
    await call.over();
    expect(defaultLimits.isolateBudgetBytes - freeBytes).toBeLessThan(mib);
    expect(freeBytes).toBeLessThan(defaultLimits.isolateBudgetBytes);
  });

  test('is refused where there is no room for its upload, and its credit is given back', async () => {
    await others().take(defaultLimits.isolateBudgetBytes);
    const call = await callWith({ limits: { capacityWaitMs: 0 } });
    expect(await failureOf(call)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 2 },
      cause: 'No room for an upload',
    });
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
    expect(runOnImageLane).not.toHaveBeenCalled();
  });
});
