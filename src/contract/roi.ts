/** The part of a picture that holds the subject which is meant: `roi`, two corners of a box, as remove.bg has it. */
import { asJson } from './operation.ts';
import { type Option, written } from './options.ts';
import { type Length, readLength } from './output/margin.ts';

/** Sides of a box in an upright picture. Percent are of its width, or of its height. */
export interface Roi {
  readonly left: Length;
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
}

/** Of a task that can be asked for one. */
export interface WithRoi {
  /** Absent where the subject of the whole picture is meant. */
  readonly roi?: Roi;
}

/** Least pixels of each side, after what reaches beyond the picture is cut off. */
export const leastRoiPx = 16;

const length = '-?\\d{1,5}(?:\\.\\d{1,4})?(?:px|%)?';
const between = '(?: *, *| +)';
/** What a form may hold, from end to end. */
export const roiPattern = [length, length, length, length].join(between);

/** The option of every operation. */
export const roi: Option<Roi | undefined> = written({
  meaning: `Box around the subject that is meant, \`x1 y1 x2 y2\` from its top left to its bottom right corner, in the upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits best is meant. It covers at least ${leastRoiPx} × ${leastRoiPx} pixels of the picture.`,
  pattern: roiPattern,
  expected: "'x1 y1 x2 y2' in pixels or percent",
  of: readRoi,
  wrong: 'left half',
  schema: { examples: ['10% 10% 60% 90%'] },
});

/** Reads a box. @param text of `roiPattern` */
export function readRoi(text: string): Roi {
  const [left, top, right, bottom] = text.split(new RegExp(between)).map(readLength);
  return { left, top, right, bottom };
}

/** The same box; undefined where it is written as all of any picture. */
export function unlessWhole(box: Roi | undefined): Roi | undefined {
  const isAll = ({ value, unit }: Length) => unit === '%' && value >= 100;
  const isWhole = box && box.left.value <= 0 && box.top.value <= 0 && isAll(box.right) && isAll(box.bottom);
  return isWhole ? undefined : box;
}

/** How a task carries it. */
export const roiOption = asJson<Roi>();

/** Why a box is refused that covers too little of its picture. */
export function smallRoi(widthPx: number, heightPx: number): string {
  return `roi covers ${widthPx}x${heightPx} pixels of the image; at least ${leastRoiPx}x${leastRoiPx} are needed`;
}

/** For the reference. */
export const roiTooSmall = [
  { when: '`roi` covers less than 16 × 16 pixels of the picture', message: smallRoi(8, 8) },
] as const;
