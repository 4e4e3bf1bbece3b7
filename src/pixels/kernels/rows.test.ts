/** Rows of the result against the same sums in JavaScript. */
import { describe, expect, test } from 'vitest';
import { sourcePosition } from '../pipeline/plane/taps.ts';
import { bytes, layOut } from './memory.ts';
import { randomBytes, randomly } from './testing/random.ts';

const widths = Array.from({ length: 71 }, (_, width) => width);

describe.each([3, 4])('colours of %i channels', (channels) => {
  test('are kept under alpha, and are 0 where it is 0', () => {
    for (const width of widths) {
      const random = randomly(width);
      const { kernels, arrays } = layOut({
        colours: bytes(width * channels),
        alpha: bytes(width),
        rgba: bytes(width * 4),
      });
      const { colours, alpha, rgba } = arrays;
      colours.set(randomBytes(colours.length, random));
      alpha.set(randomBytes(width, random));
      kernels.underAlpha(colours.byteOffset, channels, alpha.byteOffset, width, rgba.byteOffset);
      const expected = Uint8Array.from({ length: width * 4 }, (_, i) => {
        const pixel = i >> 2;
        if (i % 4 === 3) return alpha[pixel];
        return alpha[pixel] === 0 ? 0 : colours[pixel * channels + (i % 4)];
      });
      expect(rgba).toEqual(expected);
    }
  });
});

test('alpha is multiplied by every other alpha', () => {
  const { kernels, arrays } = layOut({ alpha: bytes(65_536), rgba: bytes(65_536 * 4) });
  const { alpha, rgba } = arrays;
  for (let at = 0; at < 65_536; at++) {
    alpha[at] = at >> 8;
    rgba[at * 4 + 3] = at;
  }
  kernels.multiplyAlpha(alpha.byteOffset, rgba.byteOffset, 65_536);
  expect(alpha).toEqual(Uint8Array.from(alpha, (_, at) => Math.floor(((at >> 8) * (at & 255) + 127) / 255)));
});

interface Estimates {
  readonly front: Uint8Array;
  readonly back: Uint8Array;
  readonly known: Uint8Array;
  readonly width: number;
}
interface Place {
  readonly left: number;
  readonly across: number;
  readonly nearest: number;
  readonly down: number;
}

/** One pixel without its background, by the definition. */
function cleaned(pixel: readonly number[], { front, back, known, width }: Estimates, place: Place): number[] {
  const { left, across, nearest, down } = place;
  const share = known[nearest];
  if (pixel[3] === 0 || pixel[3] === 255 || share === 0) return [...pixel];
  const alpha = pixel[3] / 255;
  const rest = 1 - alpha;
  const gain = alpha / (alpha * alpha + 0.5 * rest * rest + 0.01);
  const right = Math.min(left + 1, width - 1);
  const wb = across * (1 - down);
  const wa = 1 - down - wb;
  const wd = across * down;
  const wc = down - wd;
  const at = (of: Uint8Array, i: number) =>
    wa * of[left * 3 + i] + wb * of[right * 3 + i] + wc * of[(width + left) * 3 + i] + wd * of[(width + right) * 3 + i];
  return pixel.map((seen, i) => {
    if (i === 3) return seen;
    const colour = at(front, i) + gain * (seen - alpha * at(front, i) - rest * at(back, i));
    const own = Math.min(255, Math.max(0, colour));
    return Math.trunc((share === 255 ? own : seen + (own - seen) * (share / 255)) + 0.5);
  });
}

test.each(['RGB', 'RGBA'])('the background is removed from soft pixels of %s', (kind) => {
  for (const pixels of widths) {
    const random = randomly(pixels);
    const width = 1 + random(20);
    const { kernels, arrays } = layOut({
      rgba: bytes(pixels * 4),
      photo: bytes(pixels * 4),
      front: bytes(width * 6),
      back: bytes(width * 6),
      known: bytes(width),
    });
    const { rgba, photo, front, back, known } = arrays;
    for (const each of [rgba, photo, front, back, known]) each.set(randomBytes(each.length, random));
    const first = random(9);
    const size = first + pixels + random(9);
    const placeOf = (x: number) => {
      const position = sourcePosition(first + x, size, width);
      const left = Math.floor(position);
      return { left, across: Math.fround(position - left), nearest: Math.min(Math.round(position), width - 1) };
    };
    const down = random(1000) / 1000;
    const estimates = { front, back, known, width };
    const expected = Array.from({ length: pixels }, (_, x) => {
      const pixel = [...rgba.subarray(x * 4, x * 4 + 4)];
      if (kind === 'RGBA' && photo[x * 4 + 3] !== 255) return pixel;
      return cleaned(pixel, estimates, { ...placeOf(x), down });
    });
    kernels.cleanRow(
      ...[rgba.byteOffset, kind === 'RGBA' ? photo.byteOffset : 0, pixels, first, size, down],
      ...[front.byteOffset, back.byteOffset, known.byteOffset, width],
    );
    expect([...rgba]).toEqual(expected.flat());
  }
});
