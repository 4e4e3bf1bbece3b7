/**
 * Checks that a JPEG file holds every pixel of its picture, by walking all its Huffman codes.
 *
 * Decoders pad what is missing with grey and say nothing, or complain of harmless things too. A missing end marker and
 * stray bytes after complete data pass here; a block without data does not. ITU-T T.81 annexes F (sequential) and G
 * (progressive). Arithmetic coding and lossless frames are left to the decoder.
 */
import { SharedThread } from '../../bounds/shared-thread.ts';
import { ByteReader, passedByteUs } from './bytes.ts';
import { ImageFault } from './fault.ts';
import { BitReader, EntropyFault, HuffmanTable } from './jpeg-entropy.ts';
import { findMarker } from './jpeg-markers.ts';
import { type JpegFrame, walkScan } from './jpeg-scan.ts';
import { standardAcTables, standardDcTables } from './jpeg-standard-tables.ts';

/** Measured: microseconds for a segment, and for a byte of those that hold tables. */
const segmentUs = 2;
const tableByteUs = 0.1;

const noTable = new HuffmanTable(new Uint8Array(16), new Uint8Array(0));

/**
 * Walks a whole file, whose scans were counted: `checkScans` in size.ts.
 * @throws ImageFault when a pixel would have to be invented, or the file is broken
 */
export async function checkJpegComplete(file: Uint8Array, thread = new SharedThread()): Promise<void> {
  try {
    await new JpegWalk(file, thread).run();
  } catch (cause) {
    if (cause instanceof EntropyFault || cause instanceof RangeError) throw incomplete(cause);
    throw cause;
  }
}

class JpegWalk {
  readonly #reader: ByteReader;
  readonly #thread: SharedThread;
  readonly #dcTables: HuffmanTable[] = [];
  readonly #acTables: HuffmanTable[] = [];
  #frame: JpegFrame | null = null;
  #restartInterval = 0;

  constructor(file: Uint8Array, thread: SharedThread) {
    this.#reader = new ByteReader(file);
    this.#thread = thread;
  }

  async run(): Promise<void> {
    let at = 2;
    for (;;) {
      const marker = findMarker(this.#reader.bytes, at);
      if (marker === null || this.#reader.u8(marker + 1) === 0xd9) {
        return this.#finish(marker !== null);
      }
      const code = this.#reader.u8(marker + 1);
      const length = this.#reader.u16(marker + 2);
      const next = await this.#segment(code, marker + 4, marker + 2 + length);
      if (next === null) return;
      const turn = this.#thread.after(
        segmentUs + (marker - at) * passedByteUs + (code === 0xc4 ? length * tableByteUs : 0),
      );
      if (turn) await turn;
      at = next;
    }
  }

  /** Takes one segment in. Where to go on; null when this walk cannot judge the file. */
  async #segment(code: number, at: number, end: number): Promise<number | null> {
    if (code === 0xc4) this.#huffmanTables(at, end);
    else if (code === 0xdd) this.#restartInterval = this.#reader.u16(at);
    else if (code === 0xda) return await this.#scan(at, end);
    else if (code === 0xc0 || code === 0xc1 || code === 0xc2) this.#frame = readFrame(this.#reader, at, code === 0xc2);
    else if (code >= 0xc3 && code <= 0xcf && code !== 0xc8 && code !== 0xcc) return null;
    return end;
  }

  #huffmanTables(from: number, end: number): void {
    for (let at = from; at < end; ) {
      const kind = this.#reader.u8(at);
      const counts = this.#reader.bytes.subarray(at + 1, at + 17);
      const total = counts.reduce((sum, count) => sum + count, 0);
      const table = new HuffmanTable(counts, this.#reader.bytes.subarray(at + 17, at + 17 + total));
      (kind >> 4 === 0 ? this.#dcTables : this.#acTables)[kind & 15] = table;
      at += 17 + total;
    }
  }

  async #scan(at: number, end: number): Promise<number> {
    const frame = this.#frame;
    const reader = this.#reader;
    if (!frame) throw new ImageFault('invalid', 'The JPEG file has a scan before its frame header');
    const count = reader.u8(at);
    const taken = new Set<JpegFrame['components'][number]>();
    const components = Array.from({ length: count }, (_, index) => {
      const id = reader.u8(at + 1 + index * 2);
      const tables = reader.u8(at + 2 + index * 2);
      // Files whose components share an id name them by place: libjpeg-turbo looks for each from its own place on.
      const component = frame.components.find((candidate, place) => place >= index && candidate.id === id);
      if (!component || taken.has(component)) throw new EntropyFault('A scan names an unknown component');
      taken.add(component);
      // What a file leaves out decoders take from the standard, of sequential frames alone.
      const [dcs, acs] = frame.progressive ? [[], []] : [standardDcTables, standardAcTables];
      return {
        component,
        dc: this.#dcTables[tables >> 4] ?? dcs[tables >> 4] ?? noTable,
        ac: this.#acTables[tables & 15] ?? acs[tables & 15] ?? noTable,
      };
    });
    const [first, last] = [reader.u8(at + 1 + count * 2), reader.u8(at + 2 + count * 2)];
    const approximation = reader.u8(at + 3 + count * 2);
    const scan = frame.progressive
      ? { components, first, last: Math.min(63, last), high: approximation >> 4, low: approximation & 15 }
      : { components, first: 0, last: 63, high: 0, low: 0 };
    const bits = new BitReader(reader.bytes, end);
    await walkScan(frame, scan, bits, this.#restartInterval, this.#thread);
    for (const { component } of components) component.precision.fill(scan.low, scan.first, scan.last + 1);
    return bits.at;
  }

  /** Every component needs its base; a file that was cut between two scans lacks the finer ones too. */
  #finish(hasEnd: boolean): void {
    const components = this.#frame?.components ?? [];
    const based = components.length > 0 && components.every(({ precision }) => precision[0] >= 0);
    const refined = components.every(({ precision }) => precision.every((bit) => bit === 0));
    if (!based || (!hasEnd && !refined)) throw incomplete();
  }
}

function readFrame(reader: ByteReader, at: number, progressive: boolean): JpegFrame {
  const heightPx = reader.u16(at + 1);
  const widthPx = reader.u16(at + 3);
  const raw = Array.from({ length: reader.u8(at + 5) }, (_, index) => {
    const sampling = reader.u8(at + 7 + index * 3);
    return { id: reader.u8(at + 6 + index * 3), horizontal: sampling >> 4, vertical: sampling & 15 };
  });
  if (
    raw.length > 4 ||
    raw.some(({ horizontal, vertical }) => !(horizontal >= 1 && horizontal <= 4 && vertical >= 1 && vertical <= 4))
  ) {
    throw new ImageFault('invalid', 'The JPEG file has a broken frame header');
  }
  const widest = Math.max(...raw.map(({ horizontal }) => horizontal));
  const highest = Math.max(...raw.map(({ vertical }) => vertical));
  const mcusWide = Math.ceil(widthPx / (8 * widest));
  const mcusHigh = Math.ceil(heightPx / (8 * highest));
  const components = raw.map((component) => ({
    ...component,
    blocksWide: Math.ceil(Math.ceil((widthPx * component.horizontal) / widest) / 8),
    blocksHigh: Math.ceil(Math.ceil((heightPx * component.vertical) / highest) / 8),
    paddedWide: mcusWide * component.horizontal,
    nonzero: null,
    precision: new Int8Array(64).fill(-1),
  }));
  return { progressive, mcusWide, mcusHigh, components };
}

function incomplete(cause?: unknown): ImageFault {
  return new ImageFault('invalid', 'The JPEG data is incomplete or broken; please send the original file', cause);
}
