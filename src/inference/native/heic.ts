/**
 * HEIC (HEVC in HEIF) through libheif: the primary picture, cropped, turned and mirrored by its own properties and by
 * nothing else. A grid is decoded tile by tile, so that WASM memory holds one tile whatever the size of the picture.
 */
import { highDynamicRangeOf, labelsOf } from '../../pixels/pipeline/colour/colour.ts';
import { stillFile } from '../../pixels/pipeline/heif/first-frame.ts';
import { withUsualColours } from '../../pixels/pipeline/heif/unspecified-colours.ts';
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { framePicture, turnedOnce } from '../../pixels/pipeline/picture/frame.ts';
import { type Header, pixelsToDecode } from '../../pixels/pipeline/picture/header.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { HeicItem } from './heic-item.ts';
import { instantiateLibheif } from './libheif.ts';
import { straightenAlpha } from './premultiplied.ts';
import { keptProfile } from './profile.ts';
import { type Crop, foldTransformations } from './transformations.ts';

/**
 * Decodes the primary picture of a HEIC file, or the first frame of an image sequence.
 * @param header of which the size before its crop bounds what is decoded
 * @throws ImageFault
 */
export async function openHeic(file: Uint8Array, header: Header): Promise<Picture> {
  const heif = await instantiateLibheif();
  try {
    return openPrimary(new HeicItem(heif, withUsualColours(new ByteReader(stillFile(file)))), header);
  } catch (cause) {
    // A trap: libheif met something that it did not expect. The instance is given up.
    if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
    throw new ImageFault('invalid', 'The HEIC file is damaged or too large; please export it again', cause);
  }
}

function openPrimary(item: HeicItem, header: Header): Picture {
  const { widthPx, heightPx, channels } = item;
  // Encoders fill odd sides up for their codec and crop them off again.
  if (widthPx * heightPx > pixelsToDecode(header)) {
    throw new ImageFault('invalid', 'The HEIC picture is larger than its header says; please export it again');
  }
  const { colourSignal } = header;
  const samples = item.decode(highDynamicRangeOf(colourSignal));
  if (channels === 4 && item.premultiplied) straightenAlpha(samples);
  const { crop, orientation } = foldTransformations(widthPx, heightPx, item.transformations());
  moveToFront(samples, widthPx * channels, crop, channels);
  const labels = colourSignal ? labelsOf(colourSignal) : { icc: keptProfile(item.profile()) };
  return framePicture(
    turnedOnce({ widthPx: crop.widthPx, heightPx: crop.heightPx, channels, samples, orientation, ...labels }),
  );
}

/** Packs the rows of a crop at the start of the samples. */
function moveToFront(samples: Uint8Array, stride: number, crop: Crop, channels: number): void {
  const { left, top, widthPx, heightPx } = crop;
  if (widthPx < 1 || heightPx < 1)
    throw new ImageFault('invalid', 'The HEIC file has no pixels left after its crop; please export it again');
  const rowBytes = widthPx * channels;
  if (rowBytes === stride && top === 0) return;
  for (let row = 0; row < heightPx; row++) {
    const from = (top + row) * stride + left * channels;
    samples.copyWithin(row * rowBytes, from, from + rowBytes);
  }
}
