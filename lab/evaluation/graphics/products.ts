/** Photographs of things in front of flat backgrounds, which must not be mistaken for graphics. From a seed, the same on every run. */
import sharp from 'sharp';
import { Dice } from '../../../testing/dice.ts';
import type { Rgb } from './colours.ts';

export interface ProductScene {
  readonly name: string;
  readonly background: 'white' | 'grey' | 'black';
  readonly file: Buffer;
}

const sides = [
  [1000, 1000],
  [800, 800],
  [900, 1200],
  [1200, 800],
  [640, 640],
] as const;

/**
 * The scene of that number: a subject over white, grey or black, with a contact shadow and a camera's noise, as JPEG. Half of those on
 * white are cut out of their background, as shops do it: no shadow there, and noise on the subject alone.
 * @param subject an RGBA file
 */
export async function productScene(number: number, subject: string): Promise<ProductScene> {
  const dice = new Dice(`product ${number}`);
  const [widthPx, heightPx] = dice.pick(sides);
  const background = (['white', 'grey', 'white', 'black'] as const)[number % 4];
  const isCutOut = background === 'white' && dice.chance(0.5);
  const behind = colourOf(background, dice);
  const share = dice.between(0.45, 0.85);
  const fitted = sharp(subject)
    .toColourspace('srgb')
    .ensureAlpha()
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 5 })
    .resize({ width: Math.round(widthPx * share), height: Math.round(heightPx * share), fit: 'inside' });
  const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true });
  const left = Math.round((widthPx - info.width) / 2);
  const top = Math.round((heightPx - info.height) / 2);
  const noise = dice.between(0.8, 3);
  const lift = dice.between(-4, 4);
  const samples = Buffer.alloc(widthPx * heightPx * 3);
  const shade = { x: widthPx / 2, y: top + info.height * 0.97, across: info.width * 0.5, down: info.height * 0.07 };
  const strength = isCutOut ? 0 : dice.between(0.2, 0.6);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [inX, inY] = [x - left, y - top];
      const isInside = inX >= 0 && inY >= 0 && inX < info.width && inY < info.height;
      const from = (inY * info.width + inX) * 4;
      const alpha = isInside ? data[from + 3] / 255 : 0;
      const away = ((x - shade.x) / shade.across) ** 2 + ((y - shade.y) / shade.down) ** 2;
      const shaded = 1 - strength * Math.exp(-away);
      for (let channel = 0; channel < 3; channel++) {
        const lit = isCutOut ? behind[channel] : behind[channel] * shaded + lift * (y / heightPx - 0.5);
        const mixed = alpha * (isInside ? data[from + channel] : 0) + (1 - alpha) * lit;
        const grain = isCutOut && alpha === 0 ? 0 : noise * bell(dice);
        samples[(y * widthPx + x) * 3 + channel] = Math.min(255, Math.max(0, Math.round(mixed + grain)));
      }
    }
  }
  const picture = sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  const file = await picture.jpeg({ quality: dice.whole(78, 95) }).toBuffer();
  return { name: `product-${String(number).padStart(3, '0')}`, background, file };
}

function colourOf(background: ProductScene['background'], dice: Dice): Rgb {
  if (background === 'white') return [255, 255, 255];
  const level = background === 'black' ? dice.whole(0, 14) : dice.whole(110, 240);
  return [level, level + dice.whole(-3, 3), level + dice.whole(-3, 3)];
}

/** About a normal distribution of deviation 1. */
function bell(dice: Dice): number {
  return (dice.between(-1, 1) + dice.between(-1, 1) + dice.between(-1, 1)) * 1;
}
