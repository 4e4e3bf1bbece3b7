/**
 * Previews: the picture is scaled down before the networks see it, so that a small answer costs little work. Request and
 * reported sizes are in pixels of the picture itself.
 */

import type { Task } from '../../contract/operations.ts';
import type { Length, Margin } from '../../contract/output/margin.ts';
import { leastRoiPx, type Roi } from '../../contract/roi.ts';
import { inTurns } from '../bounds/shared-thread.ts';
import type { AlphaSource } from './edges/alpha-source.ts';
import type { FinishedFile } from './output/finish.ts';
import { framedRows } from './output/framed-rows.ts';
import { outputOf } from './output/framing.ts';
import { boxOf } from './part/asked.ts';
import { framePicture } from './picture/frame.ts';
import type { Picture } from './picture/picture.ts';
import type { Region, Size } from './plane/region.ts';
import { cutoutRows } from './rows/compose.ts';
import { writeRows } from './rows/row-steps.ts';

/** What an answer reports in pixels. */
interface Reported extends Pick<FinishedFile, 'output' | 'subject'> {
  readonly lookFirst: Region | null;
}

/** A picture in small, and what is asked of it. */
export interface Preview {
  readonly picture: Picture;
  readonly task: Task;
  /** A result with its sizes in pixels of the picture itself. */
  inFull<Result extends Reported>(result: Result): Result;
}

/**
 * The preview that a task asks for. Others have their turns.
 * @returns null where it asks for none, where the picture is small enough, and where its box covers too little
 */
export async function previewOf(picture: Picture, task: Task): Promise<Preview | null> {
  const output = outputOf(task);
  if (!output?.isPreview || output.mostPixels === undefined) return null;
  const size = smallSize(picture, output.mostPixels);
  if (size.widthPx === picture.widthPx && size.heightPx === picture.heightPx) return null;
  const roi = task.roi && roiIn(task.roi, picture, size);
  if (roi === null) return null;
  const margin = marginIn(output.margin, picture, size);
  return {
    picture: await scaledDown(picture, size),
    task: { ...task, roi, output: { ...output, margin, isPreview: false } } as Task,
    inFull: (result) => ({ ...result, ...reportedOf(result, size, picture) }),
  };
}

/** At most so many pixels, unless a side would be shorter than a box may be. */
function smallSize({ widthPx, heightPx }: Size, mostPixels: number): Size {
  const byArea = Math.sqrt(mostPixels / (widthPx * heightPx));
  const scale = Math.min(1, Math.max(byArea, leastRoiPx / Math.min(widthPx, heightPx)));
  const side = (px: number) => Math.max(1, Math.floor(px * scale + 1e-9));
  return { widthPx: side(widthPx), heightPx: side(heightPx) };
}

const opaque: AlphaSource = {
  looksAtPicture: false,
  sampler: () => ({
    row(_y, widthPx, into) {
      into.fill(255, 0, widthPx);
    },
  }),
};

/** Means over the area of each pixel, in memory of its own. */
async function scaledDown(picture: Picture, size: Size): Promise<Picture> {
  const { widthPx, heightPx, channels, icc, codePoints } = picture;
  const whole = { boxLeftPx: 0, boxTopPx: 0, boxWidthPx: widthPx, boxHeightPx: heightPx };
  const samples = new Uint8Array(size.widthPx * size.heightPx * 4);
  await inTurns(writeRows(framedRows(cutoutRows(picture, opaque), { ...size, ...whole }), size.heightPx, samples));
  const own = channels === 4 ? samples : samples.filter((_, at) => at % 4 < 3);
  return framePicture({ ...size, channels, samples: own, orientation: 1, icc, codePoints });
}

/** The same box in small, at least as large as a box must be. Null where it covers too little. */
function roiIn(roi: Roi, picture: Size, size: Size): Roi | null {
  const box = boxOf(roi, picture);
  if (!box) return null;
  const [left, right] = between(box.leftPx, box.widthPx, picture.widthPx, size.widthPx);
  const [top, bottom] = between(box.topPx, box.heightPx, picture.heightPx, size.heightPx);
  return { left, top, right, bottom };
}

function between(fromPx: number, lengthPx: number, sidePx: number, smallSidePx: number): readonly [Length, Length] {
  const scale = smallSidePx / sidePx;
  const [from, to] = [Math.floor(fromPx * scale), Math.ceil((fromPx + lengthPx) * scale)];
  const lacking = Math.max(0, leastRoiPx - (to - from));
  const start = Math.max(0, Math.min(from - Math.floor(lacking / 2), smallSidePx - leastRoiPx));
  const end = lacking > 0 ? start + leastRoiPx : to;
  return [
    { value: lacking > 0 ? start : from, unit: 'px' },
    { value: end, unit: 'px' },
  ];
}

function marginIn({ top, right, bottom, left }: Margin, picture: Size, size: Size): Margin {
  const scaled = ({ value, unit }: Length, scale: number): Length => ({
    value: unit === 'px' ? value * scale : value,
    unit,
  });
  const [across, down] = [size.widthPx / picture.widthPx, size.heightPx / picture.heightPx];
  return {
    top: scaled(top, down),
    right: scaled(right, across),
    bottom: scaled(bottom, down),
    left: scaled(left, across),
  };
}

function reportedOf({ output, subject, lookFirst }: Reported, size: Size, picture: Size): Reported {
  const [across, down] = [picture.widthPx / size.widthPx, picture.heightPx / size.heightPx];
  return {
    output: output && {
      ...output,
      boxLeftPx: Math.round(output.boxLeftPx * across),
      boxTopPx: Math.round(output.boxTopPx * down),
      boxWidthPx: Math.round(output.boxWidthPx * across),
      boxHeightPx: Math.round(output.boxHeightPx * down),
    },
    subject: subject && boxInFull(subject, across, down),
    lookFirst: lookFirst && boxInFull(lookFirst, across, down),
  };
}

/** Pixels that the box touches. */
function boxInFull({ leftPx, topPx, widthPx, heightPx }: Region, across: number, down: number): Region {
  const [left, top] = [Math.floor(leftPx * across), Math.floor(topPx * down)];
  return {
    leftPx: left,
    topPx: top,
    widthPx: Math.round((leftPx + widthPx) * across) - left,
    heightPx: Math.round((topPx + heightPx) * down) - top,
  };
}
