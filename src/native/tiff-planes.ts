/**
 * Planes in tiles (TIFF 6.0: PlanarConfiguration 2 with section 15), which libvips 8.18 does not read: each plane is
 * shown to it as a grey picture of its own, and all are joined to one picture of interleaved samples.
 */
import sharp from 'sharp';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { type Header, pixelsToDecode } from '../pipeline/picture/header.ts';
import { separatePlanes } from './tiff-chunks.ts';
import { changed, type DecodablePage, field, fileOf, firstValue, photometric, shorts, tag } from './tiff-page.ts';
import { createPlainTiff } from './tiff-plain.ts';

/** What has a sample of each colour in each pixel. */
const photometrics = [
  photometric.whiteIsZero,
  photometric.grey,
  photometric.rgb,
  photometric.separated,
  photometric.cieLab,
  photometric.iccLab,
];
const unsignedIntegers = 1;
/** CMYK and alpha. */
const maxPlanes = 5;

/**
 * The same picture with interleaved 8-bit samples, uncompressed, where a page has its planes in tiles. 16-bit samples
 * lose their low byte.
 * @param page whose tiles were counted
 * @returns null for pages that are stored otherwise, or in a way that nothing here knows
 * @throws ImageFault
 */
export async function joinPlanes(page: DecodablePage, header: Header): Promise<DecodablePage | null> {
  const count = page.samples;
  const inTiles = firstValue(page, tag.planar, 1) === separatePlanes && page.fields.has(tag.tileWidth);
  const known =
    (header.bitsPerSample === 8 || header.bitsPerSample === 16) &&
    firstValue(page, tag.sampleFormat, unsignedIntegers) === unsignedIntegers &&
    photometrics.includes(firstValue(page, tag.photometric, -1));
  if (!inTiles || !known || count < 2 || count > maxPlanes) return null;
  const joined = createPlainTiff(page, header);
  for (let plane = 0; plane < count; plane++) {
    const greys = await decodePlane(fileOf(planeOf(page, plane)), header);
    for (let pixel = 0, to = plane; pixel < greys.length; pixel++, to += count) joined.samples[to] = greys[pixel];
  }
  return joined.page;
}

/** The page without the planes behind its colours, which are not shown and may be missing; the page itself where it has none. */
export function withoutExtraPlanes(page: DecodablePage): DecodablePage {
  const { colours, samples } = page;
  if (firstValue(page, tag.planar, 1) !== separatePlanes || samples <= colours) return page;
  const ofColours = (id: number) => {
    const { type, values } = page.fields.get(id) ?? { type: shorts, values: [1] };
    return { id, type, values: Array.from(values).slice(0, colours) };
  };
  const fields = [field(tag.samples, shorts, colours), ofColours(tag.bits), ofColours(tag.sampleFormat)];
  const without = colours === 1 ? [tag.extraSamples, tag.planar] : [tag.extraSamples];
  return { ...changed(page, fields, without), samples: colours };
}

/** One plane alone, as a picture of its own. */
function planeOf(page: DecodablePage, plane: number): DecodablePage {
  const part = (id: number) => {
    const { type, values } = page.fields.get(id) ?? { type: shorts, values: [] };
    const tiles = Math.floor(values.length / page.samples);
    return { id, type, values: Array.from(values).slice(plane * tiles, (plane + 1) * tiles) };
  };
  const fields = [
    field(tag.bits, shorts, firstValue(page, tag.bits, 1)),
    field(tag.sampleFormat, shorts, unsignedIntegers),
    // 0 stands for black, so that the samples come through as they are.
    field(tag.photometric, shorts, photometric.grey),
    field(tag.samples, shorts, 1),
    part(tag.tileOffsets),
    part(tag.tileBytes),
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
