/** A result as the form wants it: the answer of the service, or what this browser makes of it. */

import type { DividedCall } from './divided-call.ts';
import type { Made } from './make.ts';
import type { AnsweredPicture } from './outcome.ts';

/**
 * What is shown of an answer.
 * @throws Error where this browser cannot make it
 */
export async function outcomeFor({ outcome }: Made, { output, background }: DividedCall): Promise<AnsweredPicture> {
  if (!output) return outcome;
  const { finishedPicture } = await import('./finish.ts');
  const { main, isMatte, known } = outcome;
  const { file, framing } = await finishedPicture(main, isMatte, output, background);
  const { boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx, widthPx, heightPx } = framing;
  const plain = { ...output, background: null, shadow: null, format: 'png' } as const;
  return {
    ...outcome,
    main: file,
    isMadeHere: true,
    known: { ...known, outputPx: [widthPx, heightPx], boxPx: [boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx] },
    withOwnAlpha: async () => (await finishedPicture(main, isMatte, plain, null)).file,
  };
}
