import { describe, expect, test } from 'vitest';
import { box, fullBox, u16, u32 } from '../../../../test/fixtures/pictures/make/heif.ts';
import { boxes } from '../heif/boxes.ts';
import { ByteReader } from '../picture/bytes.ts';
import { itemProperties } from './heif-items.ts';

/** More properties than seven bits can number. */
const store = box('ipco', Buffer.concat(Array.from({ length: 200 }, (_, at) => box('free', Buffer.of(at + 1)))));

/** Which of the 200 an item has; of each association the first bit says that a decoder must know it. */
function propertiesOf(item: number, associations: Buffer): number[] {
  const file = box('iprp', Buffer.concat([store, associations]));
  const reader = new ByteReader(new Uint8Array(file));
  const [container] = boxes(reader, 0, file.length);
  return itemProperties(reader, container, item).map(({ at }) => reader.u8(at));
}

const essential = { narrow: 0x80, wide: 0x8000 };

/** Numbers of 7 bits, or of 15; items by 16 bits, or by 32. */
function associationsOf(version: 0 | 1, width: 'narrow' | 'wide', items: Readonly<Record<number, readonly number[]>>) {
  const number = (value: number) => (width === 'wide' ? u16(value) : Buffer.of(value));
  const entries = Object.entries(items).map(([id, indices]) =>
    Buffer.concat([
      version === 0 ? u16(Number(id)) : u32(Number(id)),
      Buffer.of(indices.length),
      ...indices.map((index, at) => number(at === 0 ? index | essential[width] : index)),
    ]),
  );
  return fullBox('ipma', version, width === 'wide' ? 1 : 0, Buffer.concat([u32(entries.length), ...entries]));
}

describe('properties of an item', () => {
  describe.each([0, 1] as const)('in version %i', (version) => {
    test.each(['narrow', 'wide'] as const)('are found by %s numbers, also behind those of another item', (width) => {
      const associations = associationsOf(version, width, { 1: [3, 4], 2: [5, 1, 127] });
      expect(propertiesOf(1, associations)).toEqual([3, 4]);
      expect(propertiesOf(2, associations)).toEqual([5, 1, 127]);
      expect(propertiesOf(3, associations)).toEqual([]);
    });

    test('are found above 127 by wide numbers', () => {
      expect(propertiesOf(1, associationsOf(version, 'wide', { 1: [130, 200, 2] }))).toEqual([130, 200, 2]);
    });
  });

  test('that are in no store are left out', () => {
    expect(propertiesOf(1, associationsOf(0, 'wide', { 1: [7, 0, 201] }))).toEqual([7]);
  });
});
