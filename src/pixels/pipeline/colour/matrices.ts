/** 3 × 3 matrices between primaries and XYZ: SMPTE RP 177, ICC.1:2022 annex E. */
import type { Chromaticities, Chromaticity } from './code-points.ts';

export type Row = readonly [number, number, number];
/** Rows, one above the other. */
export type Matrix = readonly [Row, Row, Row];

/** The white of ICC's connection space: ICC.1:2022 section 7.2.16. */
export const d50: Row = [0.9642, 1, 0.8249];

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** The row times each column. */
function rowTimes([a, b, c]: Row, [first, second, third]: Matrix): Row {
  const at = (column: 0 | 1 | 2) => a * first[column] + b * second[column] + c * third[column];
  return [at(0), at(1), at(2)];
}

/** The product, left times right. */
export function multiply([first, second, third]: Matrix, right: Matrix): Matrix {
  return [rowTimes(first, right), rowTimes(second, right), rowTimes(third, right)];
}

/** The matrix times a column. */
export function apply([first, second, third]: Matrix, [x, y, z]: Row): Row {
  const along = ([a, b, c]: Row) => a * x + b * y + c * z;
  return [along(first), along(second), along(third)];
}

/** Not finite where the matrix has no inverse. */
function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const over = (value: number) => value / determinant;
  return [
    [over(e * i - f * h), over(c * h - b * i), over(b * f - c * e)],
    [over(f * g - d * i), over(a * i - c * g), over(c * d - a * f)],
    [over(d * h - e * g), over(b * g - a * h), over(a * e - b * d)],
  ];
}

function diagonal([a, b, c]: Row): Matrix {
  return [
    [a, 0, 0],
    [0, b, 0],
    [0, 0, c],
  ];
}

/** XYZ of a light of luminance 1. */
function xyzOf([x, y]: Chromaticity): Row {
  return [x / y, 1, (1 - x - y) / y];
}

/** Linear RGB to XYZ, white of luminance 1. Not finite for primaries that span nothing. */
export function toXyz({ red, green, blue, white }: Chromaticities): Matrix {
  const [[redX, redY], [greenX, greenY], [blueX, blueY]] = [red, green, blue];
  const unscaled: Matrix = [
    [redX, greenX, blueX],
    [redY, greenY, blueY],
    [1 - redX - redY, 1 - greenX - greenY, 1 - blueX - blueY],
  ];
  return multiply(unscaled, diagonal(apply(invert(unscaled), xyzOf(white))));
}

/** XYZ under a white to XYZ under another, by Bradford. */
function adaptation(from: Row, to: Row): Matrix {
  const [before, after] = [apply(bradford, from), apply(bradford, to)];
  const scale: Row = [after[0] / before[0], after[1] / before[1], after[2] / before[2]];
  return multiply(invert(bradford), multiply(diagonal(scale), bradford));
}

/** XYZ under a white to ICC's connection space. */
export function adaptationToD50({ white }: Chromaticities): Matrix {
  return adaptation(xyzOf(white), d50);
}

/** Linear RGB of some primaries to that of others, white to white. */
export function betweenPrimaries(from: Chromaticities, to: Chromaticities): Matrix {
  const adapted = adaptation(xyzOf(from.white), xyzOf(to.white));
  return multiply(invert(toXyz(to)), multiply(adapted, toXyz(from)));
}
