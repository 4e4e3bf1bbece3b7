/** Rows of a result as a framing shows them: cut, widened, scaled down. */
import type { RowWriter } from '../compose.ts';
import type { Framing } from './framing.ts';
import { RowReader } from './row-reader.ts';

/**
 * The part of the plane that a framing shows. Beyond the picture all is 0. What is scaled down is the mean over the area of
 * each pixel, of colours times alpha and of alpha; a matte's is that of the cutout's alpha.
 * @param rows of the whole picture
 */
export function framedRows(rows: RowWriter, framing: Framing): RowWriter {
  const { widthPx, heightPx, boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = framing;
  if (widthPx !== boxWidthPx || heightPx !== boxHeightPx) return scaledRows(rows, framing);
  const isWhole = boxLeftPx === 0 && boxTopPx === 0 && widthPx === rows.widthPx && heightPx === rows.heightPx;
  return isWhole ? rows : cutRows(rows, framing);
}

function cutRows(rows: RowWriter, { widthPx, heightPx, boxLeftPx, boxTopPx }: Framing): RowWriter {
  const { channels } = rows;
  const reader = new RowReader(rows);
  const left = Math.max(0, boxLeftPx);
  const right = Math.min(rows.widthPx, boxLeftPx + widthPx);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels,
    write(count, into) {
      into.fill(0, 0, count * widthPx * channels);
      for (let row = 0; row < count; row++, y++) {
        const seen = boxTopPx + y;
        if (seen < 0 || seen >= rows.heightPx || left >= right) continue;
        const pixels = reader.at(seen).subarray(left * channels, right * channels);
        into.set(pixels, (row * widthPx + left - boxLeftPx) * channels);
      }
    },
  };
}

function scaledRows(rows: RowWriter, framing: Framing): RowWriter {
  const { widthPx, heightPx, boxTopPx, boxHeightPx } = framing;
  const { channels } = rows;
  const reader = new RowReader(rows);
  const down = boxHeightPx / heightPx;
  const sums = new Float64Array(rows.widthPx * channels);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels,
    write(count, into) {
      into.fill(0, 0, count * widthPx * channels);
      for (let row = 0; row < count; row++, y++) {
        const from = boxTopPx + y * down;
        const to = boxTopPx + (y + 1) * down;
        const last = Math.min(rows.heightPx, Math.ceil(to));
        sums.fill(0);
        for (let seen = Math.max(0, Math.floor(from)); seen < last; seen++) {
          const share = Math.min(to, seen + 1) - Math.max(from, seen);
          addRow(reader.at(seen), share / down, channels, sums);
        }
        if (last > from) takeMeans(sums, rows.widthPx, channels, framing, into.subarray(row * widthPx * channels));
      }
    },
  };
}

/** Adds a row by its share: alpha, and colours times alpha. */
function addRow(row: Uint8Array, share: number, channels: number, sums: Float64Array): void {
  if (channels === 1) {
    for (let at = 0; at < row.length; at++) sums[at] += row[at] * share;
    return;
  }
  for (let at = 0; at < row.length; at += 4) {
    const alpha = row[at + 3] * share;
    if (alpha === 0) continue;
    sums[at] += row[at] * alpha;
    sums[at + 1] += row[at + 1] * alpha;
    sums[at + 2] += row[at + 2] * alpha;
    sums[at + 3] += alpha;
  }
}

/** Means of sums over the width of each pixel, as straight colours. Pixels beyond the picture are left alone. */
function takeMeans(
  sums: Float64Array,
  sourcePx: number,
  channels: number,
  { widthPx, boxLeftPx, boxWidthPx }: Framing,
  into: Uint8Array,
): void {
  const across = boxWidthPx / widthPx;
  for (let x = 0; x < widthPx; x++) {
    const from = boxLeftPx + x * across;
    const to = boxLeftPx + (x + 1) * across;
    const last = Math.min(sourcePx, Math.ceil(to));
    let [red, green, blue, opacity] = [0, 0, 0, 0];
    for (let seen = Math.max(0, Math.floor(from)); seen < last; seen++) {
      const share = (Math.min(to, seen + 1) - Math.max(from, seen)) / across;
      const at = seen * channels;
      opacity += sums[at + channels - 1] * share;
      if (channels === 1) continue;
      red += sums[at] * share;
      green += sums[at + 1] * share;
      blue += sums[at + 2] * share;
    }
    const alpha = Math.floor(opacity + 0.5);
    const at = x * channels;
    into[at + channels - 1] = alpha;
    if (channels === 1 || alpha === 0) continue;
    into[at] = red / opacity + 0.5;
    into[at + 1] = green / opacity + 0.5;
    into[at + 2] = blue / opacity + 0.5;
  }
}
