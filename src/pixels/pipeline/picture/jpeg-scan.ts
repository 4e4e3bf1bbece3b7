/** One scan of a JPEG, walked block by block without making pixels: T.81 annexes F (sequential) and G (progressive). */
import type { SharedThread } from '../../bounds/shared-thread.ts';
import type { BitReader, HuffmanTable } from './jpeg-entropy.ts';

/** One component of a frame, and what its scans have brought so far. */
interface Component {
  readonly id: number;
  readonly horizontal: number;
  readonly vertical: number;
  /** Blocks of the component itself, which a scan of it alone holds. */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks up to the border of the last whole MCU. */
  readonly paddedWide: number;
  /** Progressive: which coefficients are not zero yet, two words of 32 for each block. */
  nonzero: Uint32Array | null;
  /** Lowest bit seen of each coefficient; -1 before its first scan. */
  readonly precision: Int8Array;
}

/** The frame header (T.81 B.2.2), in blocks and MCUs. */
export interface JpegFrame {
  readonly progressive: boolean;
  readonly mcusWide: number;
  readonly mcusHigh: number;
  readonly components: readonly Component[];
}

/** The scan header (B.2.3). */
interface Scan {
  readonly components: readonly { component: Component; dc: HuffmanTable; ac: HuffmanTable }[];
  readonly first: number;
  readonly last: number;
  /** Successive approximation: bit position before and after this scan. */
  readonly high: number;
  readonly low: number;
}

/**
 * Walks all blocks of a scan, which moves `bits` to its end.
 * @param restartInterval MCUs between restart markers, 0 for none
 * @param thread others have their turns on it between rows of MCUs
 * @throws EntropyFault where a block is missing or broken
 */
export async function walkScan(
  frame: JpegFrame,
  scan: Scan,
  bits: BitReader,
  restartInterval: number,
  thread: SharedThread,
): Promise<void> {
  const walkBlock = blockWalk(frame, scan, bits);
  const [only] = scan.components;
  const alone = scan.components.length === 1;
  const wide = alone ? only.component.blocksWide : frame.mcusWide;
  const high = alone ? only.component.blocksHigh : frame.mcusHigh;
  const blocksOfRow = wide * (alone ? 1 : blocksOfMcu(scan));
  let untilRestart = restartInterval;
  let walked = bits.at;
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      if (restartInterval > 0 && untilRestart-- === 0) {
        bits.restart();
        walkBlock.restart();
        untilRestart = restartInterval - 1;
      }
      if (alone) {
        walkBlock(only, y * only.component.paddedWide + x);
        continue;
      }
      for (const part of scan.components) {
        const { horizontal, vertical, paddedWide } = part.component;
        for (let row = 0; row < vertical; row++) {
          for (let column = 0; column < horizontal; column++) {
            walkBlock(part, (y * vertical + row) * paddedWide + x * horizontal + column);
          }
        }
      }
    }
    const turn = thread.after(blocksOfRow * blockUs + (bits.at - walked) * byteUs);
    walked = bits.at;
    if (turn) await turn;
  }
}

/** Measured: microseconds for a block that has nothing, and for each byte of codes. */
const blockUs = 0.1;
const byteUs = 0.02;

function blocksOfMcu({ components }: Scan): number {
  return components.reduce((sum, { component }) => sum + component.horizontal * component.vertical, 0);
}

type ScanComponent = Scan['components'][number];
type BlockWalk = ((part: ScanComponent, block: number) => void) & { restart(): void };

function blockWalk(frame: JpegFrame, scan: Scan, bits: BitReader): BlockWalk {
  if (!frame.progressive) return withoutRun(({ dc, ac }) => sequentialBlock(bits, dc, ac));
  if (scan.first === 0) {
    return withoutRun(({ dc }) => (scan.high === 0 ? bits.skip(bits.symbol(dc) & 15) : bits.skip(1)));
  }
  for (const { component } of scan.components) {
    component.nonzero ??= new Uint32Array(component.paddedWide * frame.mcusHigh * component.vertical * 2);
  }
  const refine = scan.high !== 0;
  let endRun = 0;
  const walk = ({ component, ac }: ScanComponent, block: number): void => {
    const nonzero = component.nonzero ?? new Uint32Array(0);
    endRun = refine
      ? refineBlock(bits, ac, scan, nonzero, block * 2, endRun)
      : firstBlock(bits, ac, scan, nonzero, block * 2, endRun);
  };
  return Object.assign(walk, {
    restart() {
      endRun = 0;
    },
  });
}

function withoutRun(walk: (part: ScanComponent) => void): BlockWalk {
  return Object.assign((part: ScanComponent) => walk(part), { restart() {} });
}

/** F.2.2: one DC difference, then runs of zero coefficients and values up to the end of the block. */
function sequentialBlock(bits: BitReader, dc: HuffmanTable, ac: HuffmanTable): void {
  bits.skip(bits.symbol(dc) & 15);
  bits.skipCoefficients(ac, 1, 63);
}

/** G.1.2.2: as above, with runs of blocks that end here. The run that is left after this block. */
// biome-ignore lint/complexity/useMaxParams: called for each block
function firstBlock(
  bits: BitReader,
  ac: HuffmanTable,
  { first, last }: Scan,
  nonzero: Uint32Array,
  word: number,
  endRun: number,
): number {
  if (endRun > 0) return endRun - 1;
  for (let index = first; index <= last; index++) {
    const symbol = bits.symbol(ac);
    const run = symbol >> 4;
    const size = symbol & 15;
    if (size > 0) {
      index += run;
      bits.skip(size);
      if (index < 64) nonzero[word + (index >> 5)] |= 1 << (index & 31);
    } else if (run === 15) {
      index += 15;
    } else {
      return (1 << run) + bits.read(run) - 1;
    }
  }
  return 0;
}

/** G.1.2.3: one correction bit for each coefficient that was not zero, new ones in the runs between them. */
// biome-ignore lint/complexity/useMaxParams: called for each block
function refineBlock(
  bits: BitReader,
  ac: HuffmanTable,
  { first, last }: Scan,
  nonzero: Uint32Array,
  word: number,
  endRun: number,
): number {
  let index = first;
  let run = endRun;
  if (run === 0) {
    for (; index <= last; index++) {
      const symbol = bits.symbol(ac);
      const size = symbol & 15;
      let zeros = symbol >> 4;
      if (size === 0 && zeros !== 15) {
        run = (1 << zeros) + bits.read(zeros);
        break;
      }
      if (size > 0) bits.skip(1);
      for (; index <= last; index++) {
        if (isNonzero(nonzero, word, index)) bits.skip(1);
        else if (--zeros < 0) break;
      }
      if (size > 0 && index <= last) nonzero[word + (index >> 5)] |= 1 << (index & 31);
    }
  }
  if (run === 0) return 0;
  for (; index <= last; index++) if (isNonzero(nonzero, word, index)) bits.skip(1);
  return run - 1;
}

function isNonzero(nonzero: Uint32Array, word: number, index: number): boolean {
  return (nonzero[word + (index >> 5)] & (1 << (index & 31))) !== 0;
}
