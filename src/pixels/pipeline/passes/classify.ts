/** Whether a picture is a photograph or a graphic. */
import { NetworkFault, type Networks, numbers } from '../networks/networks.ts';
import type { Picture } from '../picture/picture.ts';
import { see, type WholeSights } from './see.ts';

/** Calibrated probabilities, 0 to 1 with four decimals; they sum to 1. */
export interface ImageType {
  readonly photo: number;
  readonly graphic: number;
}

/** Role of the network. */
export const imageTypeModel = 'image-type';
/** Up to this probability of a photograph a picture is a graphic. */
const graphicUpTo = 0.05;

/** Whether a picture is surely a graphic; one whose type is not known is a photograph. */
export function isGraphic(type: ImageType | null): boolean {
  return type !== null && type.photo <= graphicUpTo;
}

/**
 * Asks the classifier about the whole picture.
 * @param known what the classifier sees, if that is known already
 * @returns null where the classifier does not answer: a cutout does not depend on it
 */
export async function classify(picture: Picture, networks: Networks, known?: WholeSights): Promise<ImageType | null> {
  try {
    const { outputs } = await see(picture, networks, { model: imageTypeModel, known });
    const [photo] = numbers(imageTypeModel, outputs, 'probabilities', 2);
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
