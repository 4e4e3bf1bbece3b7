/** What a click without a tool means: that what is there is wrong. What is kept should go, what is gone should stay. */
import { contextOf } from '../drawing/canvas.ts';
import type { AnsweredPicture } from './outcome.ts';
import type { ClickKind, PhotoPlace } from './points.ts';

/** Less opaque is gone. */
const leastKept = 128;

/**
 * Looks at one pixel of a result.
 * @returns null where that is not known: the file has a background, is a part of the photo, or cannot be read here
 */
export async function meantAt(
  { main, isMatte, known }: Pick<AnsweredPicture, 'main' | 'isMatte' | 'known'>,
  { x, y }: PhotoPlace,
): Promise<ClickKind | null> {
  if (known.outputPx !== null || !/png|webp/.test(main.type)) return null;
  try {
    const picture = await createImageBitmap(main);
    const [left, top] = [pixelAt(x, picture.width), pixelAt(y, picture.height)];
    const context = contextOf(document.createElement('canvas'), { willReadFrequently: true });
    context.drawImage(picture, -left, -top);
    picture.close();
    const [grey, , , alpha] = context.getImageData(0, 0, 1, 1).data;
    return (isMatte ? grey : alpha) < leastKept ? 'keep' : 'drop';
  } catch {
    return null;
  }
}

function pixelAt(percent: number, sidePx: number): number {
  return Math.min(sidePx - 1, Math.floor((percent / 100) * sidePx));
}
