/** What the rows of a PNG file are made of, from the chunks in front of them: W3C PNG Specification, sections 11.2 and 11.3.1. */
import { ByteReader } from '../../pipeline/picture/bytes.ts';
import { ImageFault } from '../../pipeline/picture/fault.ts';
import type { PngParts } from '../../pipeline/picture/png-parts.ts';
import { brokenData } from '../broken-data.ts';
import type { PngForm } from './decoder.ts';

/** Samples and depths by colour type: grey, RGB, palette, grey and alpha, RGBA. */
const colourTypes: Readonly<
  Record<number, { readonly samples: PngForm['samples']; readonly depths: readonly number[] }>
> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
const paletteType = 3;
const mostColours = 256;
const opaque = 255;

/** @throws ImageFault for a header that the specification does not know, and where a palette is missing */
export function pngForm({ header, palette, transparency }: PngParts): PngForm {
  const reader = new ByteReader(header);
  const [widthPx, heightPx, bitsPerSample, colourType] = [reader.u32(0), reader.u32(4), reader.u8(8), reader.u8(9)];
  const known = colourTypes[colourType];
  const isWhole = known?.depths.includes(bitsPerSample) && widthPx > 0 && heightPx > 0;
  // Compression, filters, and interlacing.
  if (!isWhole || reader.u8(10) !== 0 || reader.u8(11) !== 0 || reader.u8(12) > 1) throw broken();
  const { samples } = known;
  const channels = samples === 2 || samples === 4 || transparency ? 4 : 3;
  const form = { widthPx, heightPx, bitsPerSample, samples, channels, transparent: null, table: null } as const;
  if (colourType === paletteType) return { ...form, table: paletteTable(palette, transparency) };
  const transparent = transparency ? samplesOf(transparency) : null;
  if (samples === 1 && bitsPerSample <= 8) return { ...form, table: greyTable(bitsPerSample, transparent?.[0]) };
  return { ...form, transparent };
}

/** An entry that the palette does not have is black. */
function paletteTable(palette: Uint8Array | null, transparency: Uint8Array | null): Uint8Array {
  if (!palette || palette.length === 0 || palette.length > mostColours * 3) throw broken();
  return Uint8Array.from({ length: mostColours * 4 }, (_, at) => {
    const entry = at >> 2;
    return at % 4 === 3 ? (transparency?.[entry] ?? opaque) : (palette[entry * 3 + (at % 4)] ?? 0);
  });
}

/** Greys spread evenly from black to white. */
function greyTable(bitsPerSample: number, transparent: number | undefined): Uint8Array {
  const most = 2 ** bitsPerSample - 1;
  return Uint8Array.from({ length: (most + 1) * 4 }, (_, at) => {
    const grey = at >> 2;
    if (at % 4 === 3) return grey === transparent ? 0 : opaque;
    return (grey * opaque) / most;
  });
}

/** Numbers of two bytes each. */
function samplesOf(transparency: Uint8Array): number[] {
  const reader = new ByteReader(transparency);
  return Array.from({ length: transparency.length / 2 }, (_, index) => reader.u16(index * 2));
}

function broken(): ImageFault {
  return new ImageFault('invalid', brokenData('PNG'));
}
