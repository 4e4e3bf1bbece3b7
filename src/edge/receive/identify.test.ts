/** What is refused by the header of a file alone, and what passes. */
import '../testing/streams.ts';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { longFiles } from '../../../testing/long-lists.ts';
import { turnsBeside } from '../../../testing/turns.ts';
import type { Refused } from '../../contract/refusals.ts';
import { type Roi, readRoi } from '../../contract/roi.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { PointFault } from '../../pixels/pipeline/points/fault.ts';
import { headerWith } from '../../pixels/pipeline/testing/header.ts';
import { bmp, form, type MadeUpCall } from '../testing/call.ts';
import { exchangeWith } from '../testing/exchange.ts';
import { runOnEdgeLane, runOnImageLane } from '../testing/lanes.ts';
import { callWith, failureOf, run, testAlone } from '../testing/process.ts';
import { checkPart, identifyFile } from './identify.ts';

vi.mock('../lanes/edge-lane.ts', () => import('../testing/lanes.ts'));
vi.mock('../lanes/image-lane.ts', () => import('../testing/lanes.ts'));

testAlone();

const asked = ['admit alpha-channel null', 'release h'];

function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url)));
}

describe('a box of the picture', () => {
  test('that covers at least 16 pixels a side goes to the lane', async () => {
    const call = await callWith({ upload: form(bmp(40, 30), { roi: '0 0 16px 16' }) });
    await (await run(call)).arrayBuffer();
    await call.over();
    expect(runOnImageLane.mock.calls[0][1].task).toMatchObject({ roi: { right: { value: 16, unit: 'px' } } });
  });

  test('that covers less is refused from the header, before any lane, and costs nothing', async () => {
    const call = await callWith({ upload: form(bmp(40, 30), { roi: '30% 10% 100% 60%' }) });
    const failure = await failureOf(call);
    expect(failure).toMatchObject({ refusal: { status: 422 } });
    const message = 'roi covers 28x15 pixels of the image; at least 16x16 are needed';
    expect(JSON.stringify((failure as Refused).refusal.body)).toContain(message);
    expect(runOnImageLane).not.toHaveBeenCalled();
    expect(call.ledger.asked).toEqual(asked);
  });
});

describe('points', () => {
  const header = headerWith({ widthPx: 30, heightPx: 40, orientation: 6 });
  const at = (x: number, y: number) => ({ x: { value: x, unit: 'px' }, y: { value: y, unit: 'px' } }) as const;
  const check = (x: number, y: number, roi?: Roi) =>
    checkPart({ kind: 'matte', imageType: true, refine: true, roi, points: { keep: [at(x, y)], drop: [] } }, header);

  test('in the upright picture pass, and others are refused from the header', () => {
    expect(() => check(39, 29)).not.toThrow();
    expect(() => check(29, 39)).toThrow(PointFault);
    expect(() => check(20, 20, readRoi('0 0 50% 100%'))).toThrow(PointFault);
    expect(() => check(19, 20, readRoi('0 0 50% 100%'))).not.toThrow();
  });
});

describe('a call is refused before any lane, and gives its credit back,', () => {
  afterEach(() => {
    expect(runOnImageLane).not.toHaveBeenCalled();
    expect(runOnEdgeLane).not.toHaveBeenCalled();
  });

  test('for a HEIC where that is switched off', async () => {
    const call = await callWith({
      upload: form(fixture('pictures/input/heic-single.heic')),
      settings: { heic: false },
    });
    expect(await failureOf(call)).toMatchObject({ kind: 'unsupported', message: 'HEIC is switched off' });
    expect(call.ledger.asked).toEqual(asked);
  });

  test.each<[string, MadeUpCall, string]>([
    ['that is no picture', { upload: form(Uint8Array.of(1, 2, 3)) }, 'unsupported'],
    ['that is a raw', { upload: form(fixture('reports/raw-dng-like.dng')) }, 'unsupported'],
    [
      'whose full page is too large',
      { upload: form(fixture('reports/tiff-thumb-first.tif')), limits: { maxPixels: 19_199 } },
      'invalid',
    ],
    ['of too many pixels', { upload: form(bmp(3, 2)), limits: { maxPixels: 5 } }, 'invalid'],
    ['of too long a side', { upload: form(bmp(3, 2)), limits: { maxSidePx: 2 } }, 'invalid'],
    [
      'whose answer could be too large',
      { upload: form(bmp(3, 2), { scale: '50%' }), limits: { maxSidePx: 5 } },
      'invalid',
    ],
  ])('for a file %s', async (_what, terms, kind) => {
    const call = await callWith(terms);
    const failure = await failureOf(call);
    expect(failure).toBeInstanceOf(ImageFault);
    expect(failure).toMatchObject({ kind });
    expect(call.ledger.asked).toEqual(asked);
  });
});

test('others have their turns while the header of a file of many chunks is read', async () => {
  const exchange = exchangeWith({});
  const { long } = longFiles['a PNG of empty chunks'];
  const { result, turns } = await turnsBeside(identifyFile(long, exchange));
  expect(result).toMatchObject({ format: 'png', widthPx: 8, heightPx: 8 });
  expect(turns).toBeGreaterThanOrEqual(2);
});

describe('a file at a limit', () => {
  test.each<[string, MadeUpCall]>([
    ['of pixels', { upload: form(bmp(3, 2)), limits: { maxPixels: 6 } }],
    ['of a side', { upload: form(bmp(3, 2)), limits: { maxSidePx: 3 } }],
  ])('%s passes', async (_what, terms) => {
    const call = await callWith(terms);
    const answer = await run(call);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    await call.over();
  });
});
