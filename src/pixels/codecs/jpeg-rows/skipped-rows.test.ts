/** Rows that are passed over: those behind them are the same. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type JpegRowsOptions, openJpegRows } from './jpeg-rows.ts';

const options = { eighths: 8, grantedBytes: 8 * 2 ** 20, maxScans: 100 } as const satisfies JpegRowsOptions;
const noise = Uint8Array.from({ length: 75 * 56 * 3 }, (_, at) => (at * 2654435761) >>> 11);
const drawn = sharp(noise, { raw: { width: 75, height: 56, channels: 3 } });

/**
 * 75 × 56 pixels in one scan of a progressive file that ends early; the blocks of its components are 2, 4 and 1 to a column. Found by
 * fuzzing: libjpeg-turbo's own way to pass over rows 29 to 33 never returned.
 */
const threeHeights = Buffer.from(
  [
    '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFBcYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8AAAAAAAAAAC0wLSgwJSgpKP/bAE',
    'MBBwcKEwoHCAoKEygaFhooKCgoKCgoKCgoKCgoOCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKigoKCgoKCgoKCgoKCj/wgARCAA4AEsDARIAAhQB',
    'AxEB/8QAGgAAAQUBAAAAAAAAAAAAAAAABQECAwR19yiTTTkZ3OIgczBgPLtXo3KSGumJwmr1V5ZlZwFabht1CttQwXB//8QAIBAAAgIBBQEBAQ',
    'AAAAAAAAAAAAAAAAAAAAADBAECBQAQERITFBVB/9oACAEBAAEFAiJkooyswvWSnokhAxFVDQ4oXrDRheU7c6NjbhyYp/QpiHqvje+h4YZInHip',
    'I1bCd666666t9CrHoSTY/GkrHgGZBIqzfysS1K643H9DZ/KQ2Hkx/J076NPJN4HT8/aZ3//EACURAAEDAwQCAgMAAAAAAAAAAAEAAhEDEiEEEP',
    '/BEyAxURQiQWGR/9oACAEDAQE/AYUsZsKIlGkDlO0/pPYWed5VpWU3LSm0Z8lfHHtcA9qsyGnpkIQhKUohghAKy4YQxihaJydG6RPY1j5KKqQq',
    'T737wlc3',
  ].join(''),
  'base64',
);

const files = {
  'of one scan': drawn.clone().jpeg().toBuffer(),
  'of several scans': drawn.clone().jpeg({ progressive: true }).toBuffer(),
  'of several scans, 4:4:4': drawn.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'of several scans, with three heights of blocks': Promise.resolve(threeHeights),
};

describe.each(Object.entries(files))('a file %s', (_, made) => {
  it.each([
    [0, 1],
    [7, 9],
    [16, 16],
    [29, 4],
    [29, 5],
    [31, 20],
    [54, 1],
  ])('is read on behind row %i where %i are passed over', async (before, passed) => {
    const reader = openJpegRows(await made, options);
    const { widthPx, heightPx, channels } = reader;
    const all = new Uint8Array(heightPx * widthPx * channels);
    expect(reader.read(heightPx, all)).toBe(heightPx);
    reader.rewind();
    reader.read(before, new Uint8Array(before * widthPx * channels));
    reader.skip(passed);
    const left = heightPx - before - passed;
    const rest = new Uint8Array(left * widthPx * channels);
    expect(reader.read(left, rest)).toBe(left);
    expect(Buffer.compare(rest, all.subarray((before + passed) * widthPx * channels))).toBe(0);
  });
});
