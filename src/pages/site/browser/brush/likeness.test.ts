/** Strokes end at edges of the photo as softly as the photo does. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../../../local/root.ts';
import { likeness, meantAt } from './likeness.ts';
import { editOf, pixelsOf } from './testing/edits.ts';

const plain = (colour: number) => meantAt(() => colour, [100, 100], { x: 50, y: 50, radiusPx: 20 });
const halves = (x: number) => (x < 50 ? 0x204060 : 0xe0c0a0);

describe('what a dab means', () => {
  test('is anything where there is no edge', () => {
    expect(likeness(plain(0x336699), 0, 255, 0)).toBe(1);
  });

  test('is anything on a surface that is shaded', () => {
    const shaded = (x: number) => (100 + (x >> 1)) * 0x010101;
    const meant = meantAt(shaded, [100, 100], { x: 50, y: 50, radiusPx: 20 });
    expect(likeness(meant, 135, 135, 135)).toBe(1);
  });

  test('is this side of an edge, and mixes by their share', () => {
    const meant = meantAt(halves, [100, 100], { x: 40, y: 50, radiusPx: 20 });
    expect(likeness(meant, 0x20, 0x40, 0x60)).toBe(1);
    expect(likeness(meant, 0xe0, 0xc0, 0xa0)).toBe(0);
    expect(likeness(meant, 0x80, 0x80, 0x80)).toBeCloseTo(0.5);
  });

  test('is the other side once its centre is there', () => {
    const meant = meantAt(halves, [100, 100], { x: 60, y: 50, radiusPx: 20 });
    expect(likeness(meant, 0xe0, 0xc0, 0xa0)).toBe(1);
    expect(likeness(meant, 0x20, 0x40, 0x60)).toBe(0);
  });

  test('is known at the corner of a photo too, where half of the dab is outside', () => {
    expect(likeness(meantAt(halves, [100, 100], { x: 0, y: 0, radiusPx: 5 }), 0x20, 0x40, 0x60)).toBe(1);
  });
});

test('a disc in front of a photo is restored with the alpha that it was mixed by', async () => {
  const { data, info } = await sharp(inProject('test/fixtures/photos/coffee.png'))
    .removeAlpha()
    .extract({ left: 200, top: 60, width: 120, height: 120 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  const subject = [20, 200, 230];
  /** Exactly: a rim that is six pixels soft. */
  const alphaAt = (x: number, y: number) =>
    Math.round(Math.min(1, Math.max(0, (40 - Math.hypot(x - 60, y - 60)) / 6 + 0.5)) * 255);
  const photo = (x: number, y: number) => {
    const alpha = alphaAt(x, y) / 255;
    const [red, green, blue] = subject.map((own, channel) =>
      Math.round(own * alpha + data[(y * 120 + x) * 3 + channel] * (1 - alpha)),
    );
    return [red, green, blue, 255] as const;
  };
  const errorOf = (followsEdges: boolean) => {
    const edit = editOf(120, 120, photo, () => [0, 0, 0, 0]);
    edit.begin({ tool: 'restore', hardness: 1, followsEdges });
    edit.dab({ x: 60, y: 60, radiusPx: 55 });
    edit.end();
    const pixels = pixelsOf(edit);
    let sum = 0;
    let count = 0;
    for (let y = 0; y < 120; y++) {
      for (let x = 0; x < 120; x++) {
        if (Math.hypot(x - 60, y - 60) > 50) continue;
        sum += Math.abs(pixels[(y * 120 + x) * 4 + 3] - alphaAt(x, y));
        count++;
      }
    }
    return sum / count;
  };
  expect(errorOf(true)).toBeLessThan(6);
  expect(errorOf(false)).toBeGreaterThan(80);
});
