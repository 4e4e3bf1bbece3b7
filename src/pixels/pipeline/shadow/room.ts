/** How much memory a shadow takes. */
import type { PictureOutput } from '../../../contract/output/output.ts';

/** What is kept of the alpha, the cells twice, and the taps of the widest answer: `room.test.ts` counts them. */
const mostBytes = 8 * 1024 * 1024;

/** Bytes that the shadow of an answer takes at most, however large the picture is. */
export function shadowBytes({ shadow }: Pick<PictureOutput, 'shadow'>): number {
  return shadow ? mostBytes : 0;
}
