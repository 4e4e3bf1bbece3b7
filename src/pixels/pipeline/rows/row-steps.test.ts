/** How much of a picture is gone over between two turns of others, whatever the answer shows of it. */
import { describe, expect, test } from 'vitest';
import { turnsBeside, WatchedThread } from '../../../../testing/turns.ts';
import { noMargin } from '../../../contract/output/margin.ts';
import type { PictureOutput } from '../../../contract/output/output.ts';
import type { AlphaSource } from '../edges/alpha-source.ts';
import { proxies } from '../networks/proxy.ts';
import { encode } from '../output/encode.ts';
import type { Encoders } from '../output/encoders.ts';
import { framedRows } from '../output/framed-rows.ts';
import type { Framing } from '../output/framing.ts';
import { subjectBox } from '../output/subject-box.ts';
import { partOf } from '../part/picture.ts';
import { inPlace } from '../part/rows.ts';
import type { Picture } from '../picture/picture.ts';
import { pngPieces } from '../png/encode.ts';
import { previewOf } from '../preview.ts';
import { cutoutRows, type RowWriter } from './compose.ts';

/** Rows that a turn of 50 ms has room for, at 0.04 microseconds a pixel. */
const [widthPx, heightPx] = [1000, 5000];
const mostRows = 1250;

/** A picture of one colour, and how many of its rows were read or passed over. */
function counted() {
  const count = { rows: 0 };
  const row = new Uint8Array(widthPx * 3).fill(99);
  const picture: Picture = {
    widthPx,
    heightPx,
    channels: 3,
    icc: null,
    rows: () => ({
      next(rows) {
        count.rows += rows;
        return rows === 1 ? row : new Uint8Array(rows * row.length).fill(99);
      },
      skip(rows) {
        count.rows += rows;
      },
    }),
    close() {},
  };
  return { picture, count };
}

const opaque: AlphaSource = {
  looksAtPicture: false,
  sampler: () => ({ row: (_y, width, into) => into.fill(255, 0, width) }),
};
const whole: Framing = { widthPx, heightPx, boxLeftPx: 0, boxTopPx: 0, boxWidthPx: widthPx, boxHeightPx: heightPx };
const region = { leftPx: 10, topPx: 4000, widthPx: 500, heightPx: 900 };
const box = { ...region, topPx: 4800, heightPx: 50 };

describe('between two steps of a PNG', () => {
  const shown: Readonly<Record<string, (picture: Picture) => RowWriter>> = {
    'that is scaled down': (picture) =>
      framedRows(cutoutRows(picture, opaque), { ...whole, widthPx: 50, heightPx: 250 }),
    'of the lowest rows': (picture) =>
      framedRows(cutoutRows(picture, opaque), { ...whole, heightPx: 100, boxTopPx: 4900, boxHeightPx: 100 }),
    'of a part in its place': (picture) => inPlace(cutoutRows(partOf(picture, region), opaque), region, box, picture),
  };
  test.each(Object.entries(shown))('%s a bounded part of the picture is gone over', (_name, rowsOf) => {
    const { picture, count } = counted();
    let [before, most] = [0, 0];
    for (const _step of pngPieces(rowsOf(picture), null)) {
      most = Math.max(most, count.rows - before);
      before = count.rows;
    }
    expect(count.rows).toBeGreaterThanOrEqual(4850);
    expect(most).toBeLessThanOrEqual(mostRows);
  });

  test('the box of a subject is found in a part in as many', () => {
    const { picture, count } = counted();
    let [before, most] = [0, 0];
    const rows = inPlace(cutoutRows(partOf(picture, region), opaque), region, box, picture);
    for (const _step of subjectBox(rows)) {
      most = Math.max(most, count.rows - before);
      before = count.rows;
    }
    expect(most).toBeLessThanOrEqual(mostRows);
  });
});

test('a part is seen in turns, its rows above too', async () => {
  const { picture } = counted();
  const thread = new WatchedThread();
  const part = partOf(picture, { leftPx: 0, topPx: heightPx - 1, widthPx, heightPx: 1 });
  const [seen] = await proxies(
    part,
    [{ widthPx: 1, heightPx: 1, region: { ...whole, leftPx: 0, topPx: 0, heightPx: 1 } }],
    thread,
  );
  expect([...seen]).toEqual([99, 99, 99]);
  expect(thread.seen).toEqual({ turns: 1, passedBy: 0 });
});

test('all rows of a preview are gone over in turns', async () => {
  const output: PictureOutput = {
    ...{ format: 'png', quality: 90, background: null, shadow: null, crop: false, margin: noMargin, flush: false },
    ...{ position: 'original', aspect: null, scale: null, maxSizePx: null },
    ...{ mostPixels: 250_000, isPreview: true, tellsSubject: true },
  };
  const task = { kind: 'cutout', imageType: false, refine: true, cleanEdges: false, output } as const;
  const { result, turns } = await turnsBeside(previewOf(counted().picture, task));
  expect(result?.picture.widthPx).toBeLessThan(widthPx);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test.each(['jpeg', 'webp', 'zip'] as const)(
  'others have turns while %s is made of what is scaled down',
  async (format) => {
    const encoders: Encoders = {
      jpeg: () => ({ write: () => [], end: async () => [Buffer.from('\xff\xd8\xff\xd9', 'latin1')] }),
      webp: async () => Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    };
    const rows = framedRows(cutoutRows(counted().picture, opaque), { ...whole, widthPx: 50, heightPx: 250 });
    const framing = { ...whole, widthPx: 50, heightPx: 250 };
    const file = encode({ rows, icc: null, input: whole, framing }, format, 90, encoders);
    const { turns } = await turnsBeside(new Response(file).arrayBuffer());
    expect(turns).toBeGreaterThanOrEqual(2);
  },
);
