/** TIFF files of our own making: 8-bit samples, uncompressed, in the colours of another file. */
import type { Header } from '../../pixels/pipeline/picture/header.ts';
import { extra } from '../../pixels/pipeline/probe/tiff-samples.ts';
import { type DecodablePage, field, longs, shorts, tag } from './tiff-page.ts';
import { type TiffKind, writeFields, writeHeader } from './tiff-writing.ts';

const kind: TiffKind = { littleEndian: true, big: false };
const headerBytes = 8;

/** A file, and the samples in it that are still to be filled in: row-major, interleaved. */
export interface PlainTiff {
  readonly page: DecodablePage;
  readonly samples: Uint8Array;
}

/** A file of a page's size and meaning, with as many samples a pixel, whose colours are not multiplied by its alpha. */
export function createPlainTiff(page: DecodablePage, { widthPx, heightPx }: Header): PlainTiff {
  const count = page.samples;
  const bytes = widthPx * heightPx * count;
  const fields = [
    field(tag.width, longs, widthPx),
    field(tag.height, longs, heightPx),
    field(tag.bits, shorts, ...Array<number>(count).fill(8)),
    field(tag.compression, shorts, 1),
    ...[tag.photometric, tag.samples, tag.icc].flatMap((id) => page.fields.get(id) ?? []),
    ...(page.alpha === null ? [] : [field(tag.extraSamples, shorts, extra.alpha)]),
    field(tag.stripOffsets, longs, headerBytes),
    field(tag.rowsPerStrip, longs, heightPx),
    field(tag.stripBytes, longs, bytes),
  ];
  const directory = writeFields(fields, headerBytes + bytes, kind);
  const file = new Uint8Array(headerBytes + bytes + directory.length);
  writeHeader(file, headerBytes + bytes, kind);
  file.set(directory, headerBytes + bytes);
  return {
    page: {
      ...page,
      file,
      kind,
      directory: headerBytes + bytes,
      fields: new Map(fields.map((each) => [each.id, each])),
    },
    samples: file.subarray(headerBytes, headerBytes + bytes),
  };
}
