/** Colours of drawn pictures. */
import type { Dice } from '../../../testing/dice.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

export const hexOf = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** The largest difference of a channel. */
export function farthest(first: Rgb, second: Rgb): number {
  return Math.max(...first.map((value, channel) => Math.abs(value - second[channel])));
}

const white: Rgb = [255, 255, 255];
const backgrounds: readonly { readonly weight: number; readonly colour: (dice: Dice) => Rgb }[] = [
  { weight: 40, colour: () => white },
  { weight: 10, colour: (dice) => pale(dice) },
  { weight: 10, colour: () => [0, 0, 0] },
  { weight: 15, colour: (dice) => [dice.whole(5, 40), dice.whole(10, 50), dice.whole(40, 110)] },
  { weight: 25, colour: any },
];

function pale(dice: Dice): Rgb {
  const least = dice.whole(225, 248);
  return [dice.whole(least, 252), dice.whole(least, 252), dice.whole(least, 252)];
}

function any(dice: Dice): Rgb {
  return [dice.whole(0, 255), dice.whole(0, 255), dice.whole(0, 255)];
}

export function backgroundColour(dice: Dice): Rgb {
  return dice.weighted(backgrounds).colour(dice);
}

/** Least difference from the background of what is drawn on it, so that somebody would see it. */
export const leastContrast = 64;

/** A colour that is seen on a background: black, white, grey, or any. */
export function ink(dice: Dice, background: Rgb): Rgb {
  for (;;) {
    const grey = dice.whole(0, 255);
    const plain = dice.pick<Rgb>([[0, 0, 0], white, [grey, grey, grey]]);
    const colour = dice.chance(0.3) ? plain : any(dice);
    if (farthest(colour, background) >= leastContrast) return colour;
  }
}
