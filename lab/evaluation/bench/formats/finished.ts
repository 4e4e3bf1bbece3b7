/** A cutout in memory, as the service's encoders read it. */
import type { Finished } from '../../../../src/pixels/pipeline/output/encode.ts';
import type { WholePicture } from '../../../../src/pixels/pipeline/output/encoders.ts';

/** All of a picture, from its first row; to be encoded once. */
export function finishedOf({ widthPx, heightPx, samples }: WholePicture): Finished {
  const size = { widthPx, heightPx };
  let at = 0;
  return {
    rows: {
      ...size,
      channels: 4,
      write(count, into) {
        const end = at + count * widthPx * 4;
        into.set(samples.subarray(at, end));
        at = end;
      },
    },
    icc: null,
    input: size,
    framing: { ...size, boxLeftPx: 0, boxTopPx: 0, boxWidthPx: widthPx, boxHeightPx: heightPx },
  };
}
