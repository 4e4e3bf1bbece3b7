/** AVIF by libvips, which leaves colours as they are that were multiplied by their alpha. */
import { highDynamicRangeOf } from '../../pixels/pipeline/colour/colour.ts';
import { childOf, metaExtent } from '../../pixels/pipeline/heif/boxes.ts';
import { stillFile } from '../../pixels/pipeline/heif/first-frame.ts';
import { withUsualColours } from '../../pixels/pipeline/heif/unspecified-colours.ts';
import { ByteReader } from '../../pixels/pipeline/picture/bytes.ts';
import { framePicture } from '../../pixels/pipeline/picture/frame.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import type { Picture } from '../../pixels/pipeline/picture/picture.ts';
import { interpolateChroma } from './chroma.ts';
import { decodeSamples } from './libvips.ts';
import { widenAlpha, widenGrey } from './narrow-range.ts';
import { straightenAlpha } from './premultiplied.ts';

/**
 * Decodes the primary picture of an AVIF file, or the first frame of an image sequence, cropped and turned by its own properties.
 * @throws ImageFault
 */
export async function openAvif(avif: Uint8Array, header: Header): Promise<Picture> {
  const file = withUsualColours(new ByteReader(stillFile(avif)));
  const options = { failOn: 'error', keepsColours: true, dropsAlpha: false } as const;
  const decoded = await decodeSamples(file, header, options);
  const { narrowGrey, narrowAlpha, chroma } = header.av1 ?? {};
  if (narrowGrey) widenGrey(decoded.samples, decoded.channels);
  if (narrowAlpha && decoded.channels === 4) widenAlpha(decoded.samples);
  if (chroma && !highDynamicRangeOf(header.colourSignal)) interpolateChroma(decoded, chroma);
  if (decoded.channels === 4 && isPremultiplied(file)) straightenAlpha(decoded.samples);
  // The decoder has turned it already.
  return framePicture({ ...decoded, orientation: 1 });
}

/** ISO/IEC 23008-12 section 6.10.1.2: an item reference `prem` in `meta` / `iref`. */
function isPremultiplied(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  const meta = metaExtent(reader);
  const references = meta && childOf(reader, meta, 'iref');
  // A full box: version and flags come before its children.
  return references ? childOf(reader, { ...references, at: references.at + 4 }, 'prem') !== undefined : false;
}
