/** ICC profiles of three primaries and one curve: ICC.1:2022 (version 4.4), sections 7 to 10. */
import { concatenate } from '../concatenate.ts';
import type { Chromaticities, TransferCurve } from './code-points.ts';
import { adaptationToD50, d50, type Matrix, multiply, type Row, toXyz } from './matrices.ts';

const headerBytes = 128;
const description = 'Colours as the file states them';
const copyright = 'CC0';

/**
 * Makes a display profile. The same colours always give the same bytes.
 * @returns null where the format cannot hold the numbers: primaries that span nothing or hardly anything, a curve without end
 */
export function matrixProfile(primaries: Chromaticities, curve: TransferCurve): Uint8Array | null {
  const adaptation = adaptationToD50(primaries);
  const [x, y, z] = multiply(adaptation, toXyz(primaries));
  const { gamma, a, b, slope, from } = curve;
  const numbers = [...adaptation.flat(), x, y, z, gamma, a, b, slope, from].flat();
  if (!numbers.every((value) => Math.abs(value) < mostFixed)) return null;
  const transfer = element('para', Uint8Array.of(0, 3, 0, 0), fixed([gamma, a, b, slope, from]));
  const column = (at: 0 | 1 | 2) => xyzElement([x[at], y[at], z[at]]);
  return fileOf([
    ['desc', text(description)],
    ['cprt', text(copyright)],
    ['wtpt', xyzElement(d50)],
    ['chad', matrixElement(adaptation)],
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', transfer],
    ['gTRC', transfer],
    ['bTRC', transfer],
  ]);
}

/** s15Fixed16Number: section 4.6. */
const mostFixed = 32_767;

function fixed(values: readonly number[]): Uint8Array {
  const out = new Uint8Array(values.length * 4);
  const view = new DataView(out.buffer);
  for (const [index, value] of values.entries()) view.setInt32(index * 4, Math.round(value * 65_536));
  return out;
}

function xyzElement(values: Row): Uint8Array {
  return element('XYZ ', fixed(values));
}

function matrixElement(matrix: Matrix): Uint8Array {
  return element('sf32', fixed(matrix.flat()));
}

/** multiLocalizedUnicodeType with one record, of American English: section 10.15. */
function text(value: string): Uint8Array {
  const characters = Uint8Array.from([...value].flatMap((character) => [0, character.charCodeAt(0)]));
  const record = new Uint8Array(20);
  const view = new DataView(record.buffer);
  view.setUint32(0, 1);
  view.setUint32(4, 12);
  record.set(latin('enUS'), 8);
  view.setUint32(12, characters.length);
  view.setUint32(16, 28);
  return element('mluc', record, characters);
}

/** A type's signature, four zeros, its data: section 10.1. */
function element(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return concatenate([latin(type), new Uint8Array(4), ...parts]);
}

/** Header, tag table, elements; equal elements are written once. */
function fileOf(tags: readonly (readonly [signature: string, data: Uint8Array])[]): Uint8Array {
  const table = new Uint8Array(4 + tags.length * 12);
  const view = new DataView(table.buffer);
  view.setUint32(0, tags.length);
  const placed = new Map<Uint8Array, number>();
  const bodies: Uint8Array[] = [];
  let end = headerBytes + table.length;
  for (const [index, [signature, data]] of tags.entries()) {
    const at = placed.get(data) ?? end;
    table.set(latin(signature), 4 + index * 12);
    view.setUint32(8 + index * 12, at);
    view.setUint32(12 + index * 12, data.length);
    if (placed.has(data)) continue;
    placed.set(data, at);
    // Elements begin at multiples of four.
    const padded = new Uint8Array(Math.ceil(data.length / 4) * 4);
    padded.set(data);
    bodies.push(padded);
    end += padded.length;
  }
  return concatenate([header(end), table, ...bodies]);
}

/** Section 7.2: size, version, class, spaces, a fixed date, signature, white of the connection space. */
function header(bytes: number): Uint8Array {
  const out = new Uint8Array(headerBytes);
  const view = new DataView(out.buffer);
  view.setUint32(0, bytes);
  view.setUint32(8, 0x04400000);
  out.set(latin('mntrRGB XYZ '), 12);
  view.setUint16(24, 2026);
  view.setUint16(26, 1);
  view.setUint16(28, 1);
  out.set(latin('acsp'), 36);
  out.set(fixed(d50), 68);
  return out;
}

function latin(value: string): Uint8Array {
  return Uint8Array.from(value, (character) => character.charCodeAt(0));
}
