/** Whether a picture is a photograph or a graphic. */
import { NetworkFault, type Networks, numbers, pictureInput } from '../networks.ts';
import type { Picture } from '../picture/picture.ts';
import { proxy } from '../proxy.ts';

/** Calibrated probabilities; they sum to 1. */
export interface ImageType {
  readonly photo: number;
  readonly graphic: number;
}

const model = 'image-type';

/**
 * Asks the classifier.
 * @returns null where it does not answer: the picture itself does not hang on it
 */
export async function classify(picture: Picture, networks: Networks): Promise<ImageType | null> {
  try {
    const { name, widthPx, heightPx } = pictureInput(model, await networks.describe(model), 3);
    const data = proxy(picture, widthPx, heightPx);
    const shape = [1, heightPx, widthPx, 3];
    const outputs = await networks.infer(model, [{ name, datatype: 'UINT8', shape, data }]);
    const [photo] = numbers(model, outputs, 'probabilities', 2);
    return rounded(photo);
  } catch (cause) {
    if (cause instanceof NetworkFault) return null;
    throw cause;
  }
}

/** Four decimals, and still a sum of 1. */
function rounded(photo: number): ImageType {
  const tenThousandths = Math.round(Math.min(1, Math.max(0, photo)) * 10_000);
  return { photo: tenThousandths / 10_000, graphic: (10_000 - tenThousandths) / 10_000 };
}
