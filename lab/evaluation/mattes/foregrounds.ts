/** Subjects whose alpha and own colours are exactly known: a folder of renders. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import * as z from 'zod';
import { decoded } from './light.ts';

const record = z.object({
  file: z.string(),
  subject: z.string(),
  category: z.string(),
  split: z.enum(['tuning', 'held_out']),
});

/** One render. Several of them may show the same subject from other sides. */
export interface Foreground {
  readonly path: string;
  readonly subject: string;
  /** Why it is hard: fur, hair, plants … */
  readonly category: string;
  readonly split: 'tuning' | 'held_out';
}

/**
 * The renders of a folder as its `subjects.jsonl` lists them, a JSON object a line: `file`, `subject`, `category`,
 * `split` (`tuning` or `held_out`).
 * @throws Error in one line where the list or a file of it is missing, or a line is not one
 */
export function foregroundsIn(folder: string): Foreground[] {
  const list = path.join(folder, 'subjects.jsonl');
  if (!existsSync(list)) throw new Error(`There is no subjects.jsonl in ${folder}`);
  const lines = readFileSync(list, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const { file, ...rest } = recordOf(line, `${list}, line ${at + 1}`);
    const found = path.join(folder, file);
    if (!existsSync(found)) throw new Error(`There is no ${file} in ${folder}, which subjects.jsonl names`);
    return [{ path: found, ...rest }];
  });
}

function recordOf(line: string, where: string): z.infer<typeof record> {
  try {
    return record.parse(JSON.parse(line));
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause).replaceAll('\n', ' ') : String(cause);
    throw new Error(`${where}: ${problem}`, { cause });
  }
}

/** The part of a render that shows something, in premultiplied linear light: the one form in which it may be resized. */
export interface Render {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Red, green, blue, alpha; height × width × 4, 0 to 1. */
  readonly samples: Float32Array;
  /** The sides at which the subject goes on beyond the render. */
  readonly cut: Sides;
}

export interface Sides {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

/** What a byte can no longer hold does not count as shown. */
const faintest = 1 / 255;

/**
 * Reads a PNG or WebP file, RGBA with straight alpha, 8 or 16 bits a sample, sRGB.
 * @throws Error where it has no alpha or shows nothing
 */
export async function readRender(file: string): Promise<Render> {
  const { data, widthPx, heightPx, most } = await samplesOf(file);
  const alphaAt = (x: number, y: number) => data[(y * widthPx + x) * 4 + 3] / most;
  const shown = { left: widthPx, right: 0, top: heightPx, bottom: 0 };
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (alphaAt(x, y) < faintest) continue;
      shown.left = Math.min(shown.left, x);
      shown.right = Math.max(shown.right, x + 1);
      shown.top = Math.min(shown.top, y);
      shown.bottom = y + 1;
    }
  }
  if (shown.right === 0) throw new Error(`${file} shows nothing`);
  const size = { widthPx: shown.right - shown.left, heightPx: shown.bottom - shown.top };
  const samples = new Float32Array(size.widthPx * size.heightPx * 4);
  const linear = Float32Array.from({ length: most + 1 }, (_, value) => decoded(value / most));
  for (let y = 0, to = 0; y < size.heightPx; y++) {
    for (let x = 0; x < size.widthPx; x++, to += 4) {
      const from = ((y + shown.top) * widthPx + x + shown.left) * 4;
      const alpha = data[from + 3] / most;
      samples[to] = linear[data[from]] * alpha;
      samples[to + 1] = linear[data[from + 1]] * alpha;
      samples[to + 2] = linear[data[from + 2]] * alpha;
      samples[to + 3] = alpha;
    }
  }
  return {
    ...size,
    samples,
    cut: {
      left: goesOn(heightPx, (y) => alphaAt(0, y)),
      right: goesOn(heightPx, (y) => alphaAt(widthPx - 1, y)),
      top: goesOn(widthPx, (x) => alphaAt(x, 0)),
      bottom: goesOn(widthPx, (x) => alphaAt(x, heightPx - 1)),
    },
  };
}

/** A stray hair may leave the render; a hundredth of a side that is mostly opaque is a cut. */
function goesOn(length: number, alphaAt: (at: number) => number): boolean {
  let opaque = 0;
  for (let at = 0; at < length; at++) if (alphaAt(at) >= 0.5) opaque++;
  return opaque >= length / 100;
}

async function samplesOf(file: string) {
  const { depth, hasAlpha } = await sharp(file).metadata();
  if (!hasAlpha) throw new Error(`${file} has no alpha`);
  const deep = depth === 'ushort';
  const picture = deep ? sharp(file).toColourspace('rgb16').raw({ depth: 'ushort' }) : sharp(file).raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  if (info.channels !== 4) throw new Error(`${file} is not RGBA`);
  return {
    data: deep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data,
    widthPx: info.width,
    heightPx: info.height,
    most: deep ? 65535 : 255,
  };
}
