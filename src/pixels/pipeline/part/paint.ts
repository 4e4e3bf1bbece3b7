/** Parts of a picture painted over by the colours around them, so that a network sees what is left. */

/** Successive over-relaxation, as the walker's. */
const overshoot = 1.8;
const sweeps = 60;

/**
 * Colours that go on smoothly from those around what is hidden (Laplace's equation; nothing flows over the frame).
 * @param colours RGB of a square of cells
 * @param hidden 1 for cells whose colour is not to be seen
 * @returns RGB; as it was where a cell is not hidden, and all of it where all are
 */
export function paintedOver(colours: Uint8Array, hidden: Uint8Array, side: number): Uint8Array {
  const cells = Array.from(hidden.keys()).filter((cell) => hidden[cell] === 1);
  if (cells.length === hidden.length) return colours;
  const values = Float32Array.from(colours);
  const mean = meanOf(colours, hidden);
  for (const cell of cells) values.set(mean, cell * 3);
  const relax = (cell: number): void => {
    const x = cell % side;
    const left = x > 0 ? cell - 1 : cell;
    const right = x < side - 1 ? cell + 1 : cell;
    const above = cell >= side ? cell - side : cell;
    const below = cell + side < hidden.length ? cell + side : cell;
    for (let channel = 0; channel < 3; channel++) {
      const levelOf = (other: number) => values[other * 3 + channel];
      const around = (levelOf(left) + levelOf(right) + levelOf(above) + levelOf(below)) / 4;
      values[cell * 3 + channel] += overshoot * (around - levelOf(cell));
    }
  };
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let at = 0; at < cells.length; at++) relax(cells[at]);
    for (let at = cells.length - 1; at >= 0; at--) relax(cells[at]);
  }
  return Uint8Array.from(values, (value) => Math.round(Math.min(255, Math.max(0, value))));
}

/** Mean colour of what is seen. */
function meanOf(colours: Uint8Array, hidden: Uint8Array): readonly number[] {
  const sums = [0, 0, 0];
  let count = 0;
  for (let cell = 0; cell < hidden.length; cell++) {
    if (hidden[cell]) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) sums[channel] += colours[cell * 3 + channel];
  }
  return sums.map((sum) => sum / count);
}
