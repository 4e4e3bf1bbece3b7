/** Encoders of the container: libvips. */
import sharp, { type Sharp } from 'sharp';
import { type Encoders, gatheredRows, type WholePicture } from '../../pixels/pipeline/output/encoders.ts';

/** Of libwebp's 0 to 6. One less than its default: the same bytes and picture, a sixth of the time less. */
const effort = 3;

/** The encoders of the container. */
export const nativeEncoders: Encoders = {
  jpeg: (size, quality, scans) =>
    gatheredRows(size, (picture) =>
      opened(picture)
        .removeAlpha()
        .jpeg({ quality, progressive: scans === 'many', optimiseScans: scans === 'many' })
        .toBuffer(),
    ),
  webp: (picture, quality) => opened(picture).webp({ quality, effort }).toBuffer(),
};

function opened({ samples, widthPx, heightPx }: WholePicture): Sharp {
  return sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 4 }, limitInputPixels: false });
}
