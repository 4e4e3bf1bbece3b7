/** Encoders of the container: libvips, with the settings of the edge's codecs. */
import sharp, { type Sharp } from 'sharp';
import type { Encoders, WholePicture } from '../pipeline/output/encoders.ts';

/** Up to here the best quantisation is looked for, as at the edge: 0.1 s a megapixel. Larger pictures have no time for it. */
const mostTrellisPixels = 50_000_000;

/** The encoders of the container. */
export const nativeEncoders: Encoders = {
  jpeg: (picture, quality) =>
    opened(picture)
      .removeAlpha()
      .jpeg({
        quality,
        quantisationTable: 3,
        trellisQuantisation: picture.widthPx * picture.heightPx <= mostTrellisPixels,
      })
      .toBuffer(),
  webp: (picture, quality) => opened(picture).webp({ quality }).toBuffer(),
};

function opened({ samples, widthPx, heightPx }: WholePicture): Sharp {
  return sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 4 }, limitInputPixels: false });
}
