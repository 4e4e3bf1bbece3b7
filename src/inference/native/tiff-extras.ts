/**
 * Samples beyond the colours that libvips does not show as they are meant, such as selections and spot colours: all are
 * decoded as they are, and those that are shown make a page of their own.
 */
import sharp from 'sharp';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { type Header, pixelsToDecode } from '../../pixels/pipeline/picture/header.ts';
import { extra, isChosenFrom, photometric } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { straightenAlpha } from './premultiplied.ts';
import { complaintThatCounts } from './tiff-chunks.ts';
import {
  changed,
  type DecodablePage,
  field,
  fileOf,
  firstValue,
  formatFloat,
  formatUnsigned,
  hasOwnColours,
  isAssociated,
  onlyShown,
  shorts,
  tag,
} from './tiff-page.ts';
import { createPlainTiff } from './tiff-plain.ts';

/**
 * The same picture with the samples that are shown, of 8 bits and uncompressed, where those have to be chosen. 16-bit samples
 * lose their low byte.
 * @param page whose strips and tiles were counted
 * @returns null for other pages, and for floats
 * @throws ImageFault
 */
export async function withoutExtras(page: DecodablePage, header: Header): Promise<DecodablePage | null> {
  const { samples, colours, alpha } = page;
  const format = firstValue(page, tag.sampleFormat, formatUnsigned);
  const meaning = firstValue(page, tag.photometric, photometric.grey);
  const isChosen = isChosenFrom({ meaning, count: samples, colours, alpha }, header.bitsPerSample);
  if (!isChosen || format === formatFloat) return null;
  const isDeep = header.bitsPerSample === 16;
  if ((header.bitsPerSample !== 8 && !isDeep) || format !== formatUnsigned || !hasOwnColours(page)) {
    const kind = `${samples} samples of a rare kind in each pixel`;
    throw new ImageFault('invalid', `The TIFF file has ${kind}; please save it without extra channels`);
  }
  const all = await decodeSamples(page, header);
  const plain = createPlainTiff(onlyShown(page), header);
  const shown = [...Array(colours).keys(), ...(alpha === null ? [] : [alpha])];
  for (let pixel = 0, to = 0; pixel < all.length; pixel += samples) {
    for (const place of shown) plain.samples[to++] = isDeep ? all[pixel + place] >> 8 : all[pixel + place];
  }
  if (isAssociated(page)) straightenAlpha(plain.samples, shown.length);
  return plain.page;
}

/** All samples as they are. @throws ImageFault */
async function decodeSamples(page: DecodablePage, header: Header): Promise<Uint8Array | Uint16Array> {
  const isDeep = header.bitsPerSample === 16;
  // Declared as RGB with others of no meaning, the samples come through.
  const extras = Array<number>(page.samples - 3).fill(extra.unspecified);
  const stated = [field(tag.photometric, shorts, photometric.rgb), field(tag.extraSamples, shorts, ...extras)];
  const file = fileOf(changed(page, stated, [tag.icc, tag.inkSet, tag.colourMap]));
  try {
    const { data, info } = await sharp(file, {
      failOn: complaintThatCounts(page),
      limitInputPixels: pixelsToDecode(header),
      limitInputChannels: page.samples,
    })
      .toColourspace(isDeep ? 'rgb16' : 'srgb')
      .raw({ depth: isDeep ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.width !== header.widthPx || info.height !== header.heightPx || info.channels !== page.samples) {
      throw new Error(`libvips gave ${info.width}x${info.height}x${info.channels}`);
    }
    return isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  } catch (cause) {
    throw new ImageFault('invalid', 'The TIFF file is damaged or incomplete; please export it again', cause);
  }
}
