/** A result as the form wants it: the answer of the service, or what this browser makes of it. */
import type { DividedCall } from './divided-call.ts';
import { finish } from './finish-thread.ts';
import type { Made } from './make.ts';
import type { AnsweredPicture } from './outcome.ts';

/**
 * What is shown of an answer.
 * @param signal ends the making of it
 * @throws Error where this browser cannot make it; the reason of the signal where that ended it
 */
export async function outcomeFor(
  { outcome }: Made,
  { output, background }: DividedCall,
  signal: AbortSignal,
): Promise<AnsweredPicture> {
  if (!output) return outcome;
  const { main: cutout, isMatte, known } = outcome;
  const { file, framing } = await finish({ cutout, isMatte, output, background }, signal);
  const { boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx, widthPx, heightPx } = framing;
  const plain = { ...output, background: null, shadow: null, format: 'png' } as const;
  return {
    ...outcome,
    main: file,
    isMadeHere: true,
    known: { ...known, outputPx: [widthPx, heightPx], boxPx: [boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx] },
    withOwnAlpha: async () => (await finish({ cutout, isMatte, output: plain, background: null })).file,
  };
}
