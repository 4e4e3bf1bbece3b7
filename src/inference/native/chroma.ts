/**
 * Chroma of 4:2:0 and 4:2:2. libheif 1.23, as libvips calls it, gives each pixel the chroma sample that it shares; browsers and libavif
 * interpolate between samples, which shows where colours meet. What that changes can be added afterwards, for both are linear.
 */
import type { Chroma } from '../../pixels/pipeline/picture/header.ts';
import type { Channels } from '../../pixels/pipeline/picture/picture.ts';

/** A frame of 8 bits a sample. */
interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
  readonly samples: Uint8Array;
}

/** A line of chroma samples, in units of RGB. */
interface Line {
  readonly blue: Float32Array;
  readonly red: Float32Array;
}

/** Of a pixel with a colour at an end of its range, which may have been cut there, beside one that has none. */
const cutWeight = 1 / 1024;

/** Smooths chroma in place that was enlarged by repeating samples: the nearest sample counts three quarters, the next one a quarter. */
export function interpolateChroma(frame: Frame, chroma: Chroma): void {
  const { widthPx, heightPx } = frame;
  const columns = Math.ceil(widthPx / 2);
  const last = Math.ceil(heightPx / chroma.rows) - 1;
  const newLine = (): Line => ({ blue: new Float32Array(columns), red: new Float32Array(columns) });
  // Three are known at a time: a line is read before any of its pixels change.
  const lines = [newLine(), newLine(), newLine()];
  const lineAt = (index: number) => lines[Math.min(Math.max(index, 0), last) % lines.length];
  const between = newLine();
  readLine(frame, chroma, 0, lineAt(0));
  for (let index = 0; index <= last; index++) {
    if (index < last) readLine(frame, chroma, index + 1, lineAt(index + 1));
    const own = lineAt(index);
    for (let row = 0; row < chroma.rows && index * chroma.rows + row < heightPx; row++) {
      const isBetween = chroma.rows === 2;
      if (isBetween) mix(own, lineAt(row === 0 ? index - 1 : index + 1), between);
      changeRow(frame, chroma, index * chroma.rows + row, own, isBetween ? between : own);
    }
  }
}

/** The chroma that pixels of a line have in common. */
function readLine(frame: Frame, chroma: Chroma, index: number, { blue, red }: Line): void {
  const { widthPx, heightPx, channels, samples } = frame;
  const { redWeight, blueWeight, rows } = chroma;
  const greenWeight = 1 - redWeight - blueWeight;
  const stride = widthPx * channels;
  const top = index * rows * stride;
  const height = Math.min(rows, heightPx - index * rows);
  for (let x = 0; x < blue.length; x++) {
    const pair = Math.min(2, widthPx - 2 * x);
    let sumRed = 0;
    let sumGreen = 0;
    let sumBlue = 0;
    let weights = 0;
    for (let row = 0, line = top + 2 * x * channels; row < height; row++, line += stride) {
      for (let at = line, end = line + pair * channels; at < end; at += channels) {
        const r = samples[at];
        const g = samples[at + 1];
        const b = samples[at + 2];
        const weight = isEnd(r) || isEnd(g) || isEnd(b) ? cutWeight : 1;
        sumRed += weight * r;
        sumGreen += weight * g;
        sumBlue += weight * b;
        weights += weight;
      }
    }
    const brightness = redWeight * sumRed + greenWeight * sumGreen + blueWeight * sumBlue;
    blue[x] = (sumBlue - brightness) / weights;
    red[x] = (sumRed - brightness) / weights;
  }
}

/** Three parts of the nearer line and one of the other. */
function mix(near: Line, other: Line, into: Line): void {
  for (let x = 0; x < into.blue.length; x++) {
    into.blue[x] = 0.75 * near.blue[x] + 0.25 * other.blue[x];
    into.red[x] = 0.75 * near.red[x] + 0.25 * other.red[x];
  }
}

/** Puts `line`, interpolated along the row, in place of the repeated chroma `own`. */
function changeRow(frame: Frame, { redWeight, blueWeight }: Chroma, y: number, own: Line, line: Line): void {
  const { widthPx, channels, samples } = frame;
  // Rounds, and keeps to 0 and 255.
  const row = new Uint8ClampedArray(samples.buffer, samples.byteOffset + y * widthPx * channels, widthPx * channels);
  const greenWeight = 1 - redWeight - blueWeight;
  const [redOfGreen, blueOfGreen] = [redWeight / greenWeight, blueWeight / greenWeight];
  const last = line.blue.length - 1;
  for (let x = 0, at = 0; x < widthPx; x++, at += channels) {
    const near = x >> 1;
    const next = x & 1 ? Math.min(near + 1, last) : Math.max(near - 1, 0);
    const blue = 0.75 * line.blue[near] + 0.25 * line.blue[next] - own.blue[near];
    const red = 0.75 * line.red[near] + 0.25 * line.red[next] - own.red[near];
    // A half is rounded away.
    if (blue < 0.5 && blue > -0.5 && red < 0.5 && red > -0.5) continue;
    // Red and blue at an end of their range may have been cut there; green shows where they would have been.
    const brightness = row[at + 1] + redOfGreen * own.red[near] + blueOfGreen * own.blue[near];
    row[at] = (isEnd(row[at]) ? brightness + own.red[near] : row[at]) + red;
    row[at + 2] = (isEnd(row[at + 2]) ? brightness + own.blue[near] : row[at + 2]) + blue;
    row[at + 1] -= redOfGreen * red + blueOfGreen * blue;
  }
}

function isEnd(value: number): boolean {
  return ((value + 1) & 255) < 2;
}
