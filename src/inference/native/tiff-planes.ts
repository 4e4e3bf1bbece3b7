/**
 * Planes (TIFF 6.0: PlanarConfiguration 2) that libvips 8.18 does not read, those in tiles (section 15), or mixes up, grey and
 * alpha: each plane is shown to it as a grey picture of its own, and all are joined to one picture of interleaved samples.
 */
import sharp from 'sharp';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { type Header, pixelsToDecode } from '../../pixels/pipeline/picture/header.ts';
import { photometric } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { straightenAlpha } from './premultiplied.ts';
import { separatePlanes } from './tiff-chunks.ts';
import {
  changed,
  type DecodablePage,
  field,
  fileOf,
  firstValue,
  formatUnsigned,
  hasOwnColours,
  isAssociated,
  shorts,
  tag,
} from './tiff-page.ts';
import { createPlainTiff } from './tiff-plain.ts';

/**
 * The same picture with interleaved 8-bit samples, uncompressed, where a page has such planes. 16-bit samples lose their low
 * byte.
 * @param page whose strips or tiles were counted, without planes that are not shown
 * @returns null for pages that are stored otherwise, or in a way that nothing here knows
 * @throws ImageFault
 */
export async function joinPlanes(page: DecodablePage, header: Header): Promise<DecodablePage | null> {
  const count = page.samples;
  const isMeant = page.fields.has(tag.tileWidth) || page.colours === 1;
  const isPlanar = firstValue(page, tag.planar, 1) === separatePlanes;
  const known =
    (header.bitsPerSample === 8 || header.bitsPerSample === 16) &&
    firstValue(page, tag.sampleFormat, formatUnsigned) === formatUnsigned &&
    hasOwnColours(page);
  if (!isPlanar || !isMeant || !known || count < 2) return null;
  const joined = createPlainTiff(page, header);
  for (let plane = 0; plane < count; plane++) {
    const greys = await decodePlane(fileOf(planeOf(page, plane)), header);
    for (let pixel = 0, to = plane; pixel < greys.length; pixel++, to += count) joined.samples[to] = greys[pixel];
  }
  if (isAssociated(page)) straightenAlpha(joined.samples, count);
  return joined.page;
}

/** One plane alone, as a picture of its own. */
function planeOf(page: DecodablePage, plane: number): DecodablePage {
  const parts = [tag.stripOffsets, tag.stripBytes, tag.tileOffsets, tag.tileBytes].flatMap((id) => {
    const listed = page.fields.get(id);
    const each = (listed?.values.length ?? 0) / page.samples;
    return listed ? [{ ...listed, values: Array.from(listed.values).slice(plane * each, (plane + 1) * each) }] : [];
  });
  const fields = [
    field(tag.bits, shorts, firstValue(page, tag.bits, 1)),
    field(tag.sampleFormat, shorts, formatUnsigned),
    // 0 stands for black, so that the samples come through as they are.
    field(tag.photometric, shorts, photometric.grey),
    field(tag.samples, shorts, 1),
    ...parts,
  ];
  return changed(page, fields, [tag.planar, tag.extraSamples, tag.icc]);
}

/** One byte a pixel, of 16-bit samples the high one. @throws ImageFault */
async function decodePlane(file: Uint8Array, header: Header): Promise<Uint8Array> {
  const deep = header.bitsPerSample === 16;
  try {
    // Below warnings libvips takes cut tiles for black ones.
    const { data, info } = await sharp(file, { failOn: 'warning', limitInputPixels: pixelsToDecode(header) })
      .toColourspace(deep ? 'grey16' : 'b-w')
      .raw({ depth: deep ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 1 || info.width !== header.widthPx || info.height !== header.heightPx) {
      throw new Error(`libvips gave ${info.width}x${info.height}x${info.channels}`);
    }
    if (!deep) return data;
    const words = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
    return Uint8Array.from(words, (word) => word >> 8);
  } catch (cause) {
    throw new ImageFault('invalid', 'The TIFF file is damaged or incomplete; please export it again', cause);
  }
}
