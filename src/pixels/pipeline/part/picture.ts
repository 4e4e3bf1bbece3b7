/** A part of a picture, as a picture. */
import type { Picture } from '../picture/picture.ts';
import type { Region } from '../plane/region.ts';

/** Rows that are passed over at a time, and microseconds that a pixel of them takes: measured. */
const rowsPassed = 64;
const pixelUs = 0.012;

/** The part's pixels are read from the picture, which stays its owner's to close. */
export function partOf(picture: Picture, { leftPx, topPx, widthPx, heightPx }: Region): Picture {
  const { channels, icc, codePoints } = picture;
  const [from, to] = [leftPx * channels, (leftPx + widthPx) * channels];
  const stride = picture.widthPx * channels;
  return {
    widthPx,
    heightPx,
    channels,
    icc,
    codePoints,
    rows() {
      const source = picture.rows();
      let [above, left, band] = [topPx, heightPx, new Uint8Array(0)];
      const goDown = (count: number) => {
        above -= count;
        if (count > 0) source.skip(count);
      };
      return {
        *begin() {
          for (; above > 0; yield rowsPassed * picture.widthPx * pixelUs) goDown(Math.min(rowsPassed, above));
        },
        next(count) {
          goDown(above);
          const wanted = Math.max(0, Math.min(count, left));
          left -= wanted;
          const rows = wanted === 0 ? new Uint8Array(0) : source.next(wanted);
          if (wanted <= 1) return rows.subarray(from, to);
          const bytes = wanted * (to - from);
          if (band.length < bytes) band = new Uint8Array(bytes);
          for (let row = 0; row < wanted; row++) {
            band.set(rows.subarray(row * stride + from, row * stride + to), row * (to - from));
          }
          return band.subarray(0, bytes);
        },
        skip(count) {
          goDown(above);
          left -= count;
          source.skip(count);
        },
      };
    },
    close() {},
  };
}
