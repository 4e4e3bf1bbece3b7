import { describe, expect, it } from 'vitest';
import { makeFloats, makeNode } from './build.ts';
import { halfToNumber, makeWidener, narrow, numberToHalf, widenAttributes } from './float16.ts';
import { DataType, onnx } from './proto.ts';

describe('halfToNumber', () => {
  it.each([
    [0x0000, 0],
    [0x8000, -0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x7bff, 65_504],
    [0x0400, 2 ** -14],
    [0x03ff, 1023 * 2 ** -24],
    [0x0001, 2 ** -24],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0xfc00, Number.NEGATIVE_INFINITY],
    [0x7e00, Number.NaN],
  ])('reads bits %i as %d', (bits, number) => {
    expect(halfToNumber(bits)).toBe(number);
  });

  it('rises with the bits of positive numbers', () => {
    for (let bits = 1; bits <= 0x7c00; bits++) expect(halfToNumber(bits)).toBeGreaterThan(halfToNumber(bits - 1));
  });
});

describe('makeWidener', () => {
  const half = (rawData: Uint8Array) =>
    onnx.TensorProto.create({ name: 'weight', dims: [2], dataType: DataType.FLOAT16, rawData });

  it('writes single precision, little-endian, with the same name and shape', () => {
    const widened = makeWidener()(half(Uint8Array.of(0x00, 0x3c, 0x00, 0xc0)));
    expect(widened).toMatchObject({ name: 'weight', dims: [2], dataType: DataType.FLOAT });
    const view = new DataView(widened.rawData.buffer);
    expect([view.getFloat32(0, true), view.getFloat32(4, true)]).toEqual([1, -2]);
  });

  it('reads weights at an odd place of the file', () => {
    const file = Uint8Array.of(0xff, 0x00, 0x3c, 0x00, 0xc0);
    const widened = makeWidener()(half(file.subarray(1)));
    expect(new DataView(widened.rawData.buffer).getFloat32(0, true)).toBe(1);
  });

  it('leaves other types alone', () => {
    const integers = onnx.TensorProto.create({ dataType: DataType.INT64, rawData: new Uint8Array(8) });
    expect(makeWidener()(integers)).toBe(integers);
  });

  it('refuses weights that are stored in another way', () => {
    const listed = onnx.TensorProto.create({ name: 'weight', dataType: DataType.FLOAT16, int32Data: [0x3c00] });
    expect(() => makeWidener()(listed)).toThrow('Weight weight is not stored as raw float16');
  });

  it('widens the constants inside nodes', () => {
    const node = makeNode('Constant', [], 'value');
    node.attribute = [{ name: 'value', t: half(Uint8Array.of(0x00, 0x3c, 0x00, 0x3c)) }];
    const [attribute] = widenAttributes(node, makeWidener()).attribute;
    expect(attribute.t?.dataType).toBe(DataType.FLOAT);
  });
});

describe('numberToHalf', () => {
  it('gives back every half', () => {
    const wrong = Array.from({ length: 0x7c01 }, (_, bits) => bits).filter(
      (bits) => numberToHalf(halfToNumber(bits)) !== bits || numberToHalf(-halfToNumber(bits)) !== (bits | 0x8000),
    );
    expect(wrong).toEqual([]);
    expect(halfToNumber(numberToHalf(Number.NaN))).toBeNaN();
  });

  it.each([
    ['to the nearest', 1 + 0.6 / 1024, 1 + 1 / 1024],
    ['a tie to the even one below', 1 + 0.5 / 1024, 1],
    ['a tie to the even one above', 1 + 1.5 / 1024, 1 + 2 / 1024],
    ['what is above a tie by the least bit', 1 + 0.5 / 1024 + 2 ** -23, 1 + 1 / 1024],
    ['below the normal numbers', 2.4 * 2 ** -24, 2 * 2 ** -24],
    ['up into the normal numbers', 2 ** -14 - 2 ** -26, 2 ** -14],
  ])('rounds %s', (_how, value, rounded) => {
    expect(halfToNumber(numberToHalf(value))).toBe(rounded);
  });

  it('keeps large numbers finite and small ones from 0, because graphs divide by them', () => {
    expect(halfToNumber(numberToHalf(1e6))).toBe(65_504);
    expect(halfToNumber(numberToHalf(65_519.9))).toBe(65_504);
    expect(halfToNumber(numberToHalf(-1e-12))).toBe(-(2 ** -24));
    expect(halfToNumber(numberToHalf(Number.NEGATIVE_INFINITY))).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('narrow', () => {
  it('reads weights however they are stored', () => {
    const raw = narrow(makeFloats('weight', [1, -2], [2]), 'weight/half');
    const listed = onnx.TensorProto.create({ name: 'w', dims: [2], dataType: DataType.FLOAT, floatData: [1, -2] });
    expect(raw).toMatchObject({ name: 'weight/half', dims: [2], dataType: DataType.FLOAT16 });
    expect(raw.rawData).toEqual(Uint8Array.of(0x00, 0x3c, 0x00, 0xc0));
    expect(narrow(listed, 'x').rawData).toEqual(raw.rawData);
  });
});
