import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfElement, type Datatype } from './datatype.ts';
import { listElements, packElements } from './elements.ts';

const ranges: readonly (readonly [Datatype, number, number])[] = [
  ['UINT8', 0, 255],
  ['INT8', -128, 127],
  ['UINT16', 0, 65_535],
  ['INT16', -32_768, 32_767],
  ['UINT32', 0, 4_294_967_295],
  ['INT32', -2_147_483_648, 2_147_483_647],
  ['UINT64', 0, Number.MAX_SAFE_INTEGER],
  ['INT64', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
];

describe('JSON data', () => {
  it.each(ranges)('%s comes back as it went in, from %d to %d', (datatype, min, max) => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)), { maxLength: 20 }),
        (values) => {
          const packed = packElements('t', datatype, values.length * bytesOfElement(datatype), values);
          expect(listElements('t', datatype, packed)).toEqual(values);
        },
      ),
    );
  });

  it.each(ranges)('%s refuses what is below %d, above %d or no whole number', (datatype, min, max) => {
    for (const value of [min - 1, max + 1, 0.5, Number.NaN]) {
      expect(() => packElements('t', datatype, bytesOfElement(datatype), [value])).toThrow(
        `outside the range of ${datatype}`,
      );
    }
  });

  it('is little-endian', () => {
    expect([...packElements('t', 'UINT16', 4, [1, 0x1234])]).toEqual([1, 0, 0x34, 0x12]);
    expect([...packElements('t', 'FP32', 4, [1])]).toEqual([0, 0, 0x80, 0x3f]);
  });

  it('may be nested or flat, as the protocol allows', () => {
    expect([
      ...packElements('t', 'UINT8', 4, [
        [1, 2],
        [3, 4],
      ]),
    ]).toEqual([1, 2, 3, 4]);
    expect([...packElements('t', 'UINT8', 4, [1, 2, 3, 4])]).toEqual([1, 2, 3, 4]);
  });

  it('carries truth values for BOOL alone', () => {
    expect([...packElements('t', 'BOOL', 2, [true, false])]).toEqual([1, 0]);
    expect(() => packElements('t', 'UINT8', 1, [true])).toThrow('not UINT8');
    expect(() => packElements('t', 'BOOL', 1, [1])).toThrow('not BOOL');
  });

  it.each([['text'], [null], [{}]])('refuses the element %j', (element) => {
    expect(() => packElements('t', 'UINT8', 1, [element])).toThrow('not UINT8');
  });

  it('is counted before memory is allocated', () => {
    expect(() => packElements('t', 'UINT8', 2 ** 40, [1])).toThrow(
      'has 1 elements where its shape asks for 1099511627776',
    );
  });

  it('is not nested without end', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 50_000; depth += 1) nested = [nested];
    expect(() => packElements('t', 'UINT8', 1, nested)).toThrow('nested too deeply');
  });

  it('is not for FP16', () => {
    expect(() => packElements('t', 'FP16', 2, [1])).toThrow('binary data only');
    expect(() => listElements('t', 'FP16', new Uint8Array(2))).toThrow('binary data only');
  });

  it('does not round what JSON cannot hold', () => {
    const large = new Uint8Array(8);
    new DataView(large.buffer).setBigUint64(0, 2n ** 60n, true);
    expect(() => listElements('t', 'UINT64', large)).toThrow('beyond exact JSON numbers');
  });

  it('reads views that start in the middle of a buffer', () => {
    const whole = Uint8Array.of(9, 9, 9, 0x34, 0x12);
    expect(listElements('t', 'UINT16', whole.subarray(3))).toEqual([0x1234]);
  });
});
