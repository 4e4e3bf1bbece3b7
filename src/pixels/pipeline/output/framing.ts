/** Which part of the picture's plane an answer shows, and how large: all of it from the header, the options and the subject's box. */
import type { Limits } from '../../../contract/limits.ts';
import type { Task } from '../../../contract/operations.ts';
import type { Margin } from '../../../contract/output/margin.ts';
import type { Geometry, OutputFormat, PictureOutput } from '../../../contract/output/output.ts';
import { ImageFault } from '../picture/fault.ts';
import { type Header, uprightSize } from '../picture/header.ts';
import { type Region, type Size, wholeOf } from '../plane/region.ts';
import { type CutSides, noCutSides } from './cut-sides.ts';

/** Sides of the answer, and the box of the upright input that it shows. The box may reach beyond the input. */
export interface Framing extends Size {
  readonly boxLeftPx: number;
  readonly boxTopPx: number;
  readonly boxWidthPx: number;
  readonly boxHeightPx: number;
}

/** What a task wants of its output; undefined where that is what the contract says. */
export function outputOf(task: Task): PictureOutput | undefined {
  return 'output' in task ? task.output : undefined;
}

/** Whether a framing depends on where the subject is. */
export function followsSubject(geometry: Geometry): boolean {
  return geometry.crop || isPlaced(geometry);
}

function isPlaced({ position, aspect, scale }: Geometry): boolean {
  return position !== 'original' || aspect !== null || scale !== null;
}

/**
 * The framing of an answer. A crop keeps the subject and its margin, else the picture is kept. A canvas is laid around
 * that: the smallest of its shape that holds it, or that the subject takes its share of. At last all is scaled down.
 * @param subject its box; null if there is none: then the whole picture counts as the subject and is not cropped
 * @param cut sides that get no room
 */
export function frame(geometry: Geometry, picture: Size, subject: Region | null, cut: CutSides = noCutSides): Framing {
  const box = subject ?? wholeOf(picture);
  const content = geometry.crop && subject ? widened(subject, geometry.margin, cut) : box;
  const kept = geometry.crop ? content : wholeOf(picture);
  const shown = isPlaced(geometry) ? canvasAround(content, kept, geometry, original(box, picture), cut) : kept;
  return { ...scaledDown(shown, geometry), ...boxOf(shown) };
}

function widened({ leftPx, topPx, widthPx, heightPx }: Region, margin: Margin, cut: CutSides): Region {
  const room = (side: keyof Margin, lengthPx: number) => {
    const { value, unit } = margin[side];
    return cut[side] ? 0 : Math.round(unit === '%' ? (lengthPx * value) / 100 : value);
  };
  const [top, bottom] = [room('top', heightPx), room('bottom', heightPx)];
  const [left, right] = [room('left', widthPx), room('right', widthPx)];
  return {
    leftPx: leftPx - left,
    topPx: topPx - top,
    widthPx: widthPx + left + right,
    heightPx: heightPx + top + bottom,
  };
}

/** How the picture shares out the room around its subject. */
interface Shares {
  readonly x: number;
  readonly y: number;
}

function original(box: Region, picture: Size): Shares {
  const share = (before: number, room: number) => (room === 0 ? 0.5 : before / room);
  return {
    x: share(box.leftPx, picture.widthPx - box.widthPx),
    y: share(box.topPx, picture.heightPx - box.heightPx),
  };
}

/** @param content what is placed @param kept what gives the size and shape that nothing else gives */
function canvasAround(content: Region, kept: Size, geometry: Geometry, own: Shares, cut: CutSides): Region {
  const { position, aspect } = geometry;
  const shape = aspect ?? kept.widthPx / kept.heightPx;
  // Two opposite sides both are on the edge of the smallest canvas, unless its shape puts room between them and the edge.
  const isFull =
    (cut.left && cut.right && Math.round(content.heightPx * shape) <= content.widthPx) ||
    (cut.top && cut.bottom && Math.round(content.widthPx / shape) <= content.heightPx);
  const scale = isFull ? 1 : geometry.scale;
  const across = scale === null ? kept.widthPx : content.widthPx / scale;
  const down = scale === null ? kept.heightPx : content.heightPx / scale;
  const widthPx = Math.max(content.widthPx, Math.round(Math.max(across, down * shape)));
  const heightPx = Math.max(content.heightPx, Math.round(Math.max(down, across / shape)));
  const { x, y } = position === 'original' ? own : position;
  return {
    leftPx: content.leftPx - Math.round((widthPx - content.widthPx) * flushShare(x, cut.left, cut.right)),
    topPx: content.topPx - Math.round((heightPx - content.heightPx) * flushShare(y, cut.top, cut.bottom)),
    widthPx,
    heightPx,
  };
}

/** Share of the room that is before the subject: none at a side that is cut, and as it was asked for where both are. */
function flushShare(share: number, before: boolean, after: boolean): number {
  if (before === after) return share;
  return before ? 0 : 1;
}

function scaledDown({ widthPx, heightPx }: Size, { maxSizePx, mostPixels }: Geometry): Size {
  const side = (maxSizePx ?? Number.POSITIVE_INFINITY) / Math.max(widthPx, heightPx);
  const area = Math.sqrt((mostPixels ?? Number.POSITIVE_INFINITY) / (widthPx * heightPx));
  const scale = Math.min(1, side, area);
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}

function boxOf({ leftPx, topPx, widthPx, heightPx }: Region) {
  // Minus zero is zero.
  return { boxLeftPx: leftPx + 0, boxTopPx: topPx + 0, boxWidthPx: widthPx, boxHeightPx: heightPx };
}

/** The sides that an answer has at most, wherever its subject may be: each for itself. */
export function largestSides(geometry: Geometry, header: Header): Size {
  const picture = uprightSize(header);
  const { boxWidthPx, boxHeightPx } = frame(geometry, picture, wholeOf(picture));
  const most = geometry.maxSizePx ?? Number.POSITIVE_INFINITY;
  return { widthPx: Math.min(boxWidthPx, most), heightPx: Math.min(boxHeightPx, most) };
}

/** Longest side that a format can have, where that is less than the service's own limit. */
const longestSides: Readonly<Partial<Record<OutputFormat, number>>> = { webp: 16_383, jpeg: 65_500, zip: 65_500 };

/** Processor time of a pixel of WebP, busy pictures and cores that others use included. */
const webpMsPerPixel = 0.0004;

/**
 * Refuses answers that could be too large, or a WebP that half of the time for all work would not be enough for, from the
 * header alone.
 * @throws ImageFault
 */
export function checkOutput(
  output: PictureOutput | undefined,
  header: Header,
  { maxPixels, maxSidePx, workMs }: Pick<Limits, 'maxPixels' | 'maxSidePx' | 'workMs'>,
): void {
  if (!output) return;
  const { widthPx, heightPx } = largestSides(output, header);
  const longest = Math.min(maxSidePx, longestSides[output.format] ?? maxSidePx);
  const pixels = Math.min(widthPx * heightPx, output.mostPixels ?? Number.POSITIVE_INFINITY);
  const most = output.format === 'webp' ? Math.min(maxPixels, Math.floor(workMs / 2 / webpMsPerPixel)) : maxPixels;
  if (widthPx <= longest && heightPx <= longest && pixels <= most) return;
  const limit = `${most} pixels and ${longest} pixels a side`;
  const size = `${widthPx}x${heightPx} pixels`;
  throw new ImageFault(
    'invalid',
    `With these options the answer could have ${size}; the limit is ${limit}. Send max_size`,
  );
}
