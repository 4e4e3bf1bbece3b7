/** Directories that end before they hold what they announce: what was read counts, as in Pillow, libvips and browsers. */
import { describe, expect, it, test } from 'vitest';
import { makeTiff, noise, rgbPage } from '../../../../test/tiff.ts';
import { exif, jpeg, png, webp } from '../testing/exif-files.ts';
import { probe } from './probe.ts';

/** The same block, which announces other entries than it has, and ends at one of its bytes. */
function shortened(block: Buffer, announced: number, end: number): Buffer {
  const changed = Buffer.from(block.subarray(0, end));
  changed.writeUInt16BE(announced, 8);
  return changed;
}

const entryBytes = 12;
/** Behind the number of entries. */
const entries = 10;

describe.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['WebP', webp],
] as const)('%s', (_format, make) => {
  it.each([
    ['after its first entry, with 40 announced', 40, entries + entryBytes, 6],
    ['after its first entry, with 65,535 announced', 0xffff, entries + entryBytes, 6],
    ['with a piece of another entry', 40, entries + entryBytes + 7, 6],
    ['after its second entry', 3, entries + 2 * entryBytes, 6],
    ['inside its first entry', 1, entries + 9, 1],
    ['before its first entry', 1, entries, 1],
  ])('ends %s', async (_what, announced, end, orientation) => {
    expect(probe(await make(shortened(exif(6, 3), announced, end))).orientation).toBe(orientation);
  });

  it('ends inside its header', async () => {
    for (const bytes of [0, 3, 7, 9]) {
      expect(probe(await make(exif(6).subarray(0, bytes))).orientation).toBe(1);
    }
  });
});

describe('TIFF', () => {
  const page = rgbPage(4, 3, noise(36), { fields: [[274, 3, [6]]] });
  const whole = Buffer.from(makeTiff([page]));
  const directory = whole.readUInt32LE(4);
  const count = whole.readUInt16LE(directory);

  test('that announces more entries than follow is read as far as they go', () => {
    const short = Buffer.from(whole.subarray(0, directory + 2 + count * entryBytes));
    short.writeUInt16LE(40, directory);
    expect(probe(short)).toMatchObject({ widthPx: 4, heightPx: 3, orientation: 6, animated: false });
  });

  test('whose size is behind its end is refused', () => {
    expect(() => probe(whole.subarray(0, directory + 2 + entryBytes))).toThrow('no pixels');
  });
});
