/** A part of a picture, as a picture. */
import type { Picture } from '../picture/picture.ts';
import type { Region } from '../region.ts';

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
      if (topPx > 0) source.skip(topPx);
      let [left, band] = [heightPx, new Uint8Array(0)];
      return {
        next(count) {
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
          left -= count;
          source.skip(count);
        },
      };
    },
    close() {},
  };
}
