/** Which of the chunks that speak of colour counts: W3C PNG Specification (Third Edition), sections 4.3 and 11.3.2. */
import { type ColourSignal, colourOf } from '../colour/colour.ts';
import type { ByteReader } from '../picture/bytes.ts';
import type { Header } from '../picture/header.ts';

/** Bytes of data by chunk; iCCP has any number. */
const lengths: Readonly<Record<string, number | null>> = { cICP: 4, iCCP: null, sRGB: 1, gAMA: 4, cHRM: 32, mDCV: 24 };
/** Of `gAMA` and `cHRM`. */
const unit = 100_000;

/** Gathers the chunks of a file that come before its pixels. */
export class PngColour {
  readonly #reader: ByteReader;
  /** Where the data of each chunk begin. Of two of a type the first counts; one of a wrong length is ignored. */
  readonly #found = new Map<string, number>();

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** Takes a chunk by its type and where its data are. */
  note({ type, at, end }: { readonly type: string; readonly at: number; readonly end: number }): void {
    const length = lengths[type];
    if (length === undefined || this.#found.has(type)) return;
    if (length === null || length === end - at) this.#found.set(type, at);
  }

  /** The highest of cICP, iCCP, sRGB, and gAMA with cHRM. */
  counted(): Pick<Header, 'hasIcc' | 'colourSignal'> {
    const byNumber = this.#codePoints();
    if (byNumber && colourOf(byNumber)) return { hasIcc: false, colourSignal: byNumber };
    if (this.#found.has('iCCP')) return { hasIcc: true, colourSignal: undefined };
    return { hasIcc: false, colourSignal: this.#isSrgb() ? undefined : this.#gamma() };
  }

  #codePoints(): ColourSignal | undefined {
    const at = this.#found.get('cICP');
    if (at === undefined) return undefined;
    const [primaries, transfer, matrix, range] = [0, 1, 2, 3].map((byte) => this.#reader.u8(at + byte));
    const codePoints = { primaries, transfer, matrix, fullRange: range === 1 };
    const mastering = this.#found.get('mDCV');
    // In 0.0001 cd/m², behind the primaries and the white.
    const masteringPeak = mastering === undefined ? undefined : this.#reader.u32(mastering + 16) / 10_000;
    return { kind: 'code points', codePoints, masteringPeak };
  }

  /** The rendering intents are 0 to 3. */
  #isSrgb(): boolean {
    const at = this.#found.get('sRGB');
    return at !== undefined && this.#reader.u8(at) <= 3;
  }

  #gamma(): ColourSignal | undefined {
    const at = this.#found.get('gAMA');
    if (at === undefined) return undefined;
    const primariesAt = this.#found.get('cHRM');
    const pair = (from: number) => [this.#reader.u32(from) / unit, this.#reader.u32(from + 4) / unit] as const;
    const chromaticities =
      primariesAt === undefined
        ? null
        : {
            white: pair(primariesAt),
            red: pair(primariesAt + 8),
            green: pair(primariesAt + 16),
            blue: pair(primariesAt + 24),
          };
    return { kind: 'gamma', gamma: this.#reader.u32(at) / unit, chromaticities };
  }
}
