/** The crop is where edges differ most. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hardestCrop } from './hardest-crop.ts';

interface Square {
  readonly left: number;
  readonly top: number;
  readonly colour: string;
}

/** A transparent cutout of 400 × 300 with squares of 16 pixels. */
async function cutoutWith(...squares: readonly Square[]): Promise<Buffer> {
  const inputs = squares.map(({ left, top, colour }) => ({
    input: { create: { width: 16, height: 16, channels: 4 as const, background: colour } },
    left,
    top,
  }));
  return sharp({ create: { width: 400, height: 300, channels: 4, background: '#0000' } })
    .composite(inputs)
    .png()
    .toBuffer();
}

const holds = (crop: { left: number; top: number; width: number; height: number }, { left, top }: Square) =>
  crop.left <= left && left + 16 <= crop.left + crop.width && crop.top <= top && top + 16 <= crop.top + crop.height;

describe('the hardest crop', () => {
  const faint: Square = { left: 40, top: 30, colour: '#888' };
  const strong: Square = { left: 330, top: 250, colour: '#f00' };
  const same: Square = { left: 200, top: 20, colour: '#fff' };

  it('is where edges differ most, not where they are alike', async () => {
    const plain = await cutoutWith(faint, strong, same);
    const refined = await cutoutWith({ ...faint, colour: '#777' }, { ...strong, colour: '#00f' }, same);
    const crop = await hardestCrop(plain, refined, 80);
    expect([crop.width, crop.height]).toEqual([80, 80]);
    expect(holds(crop, strong)).toBe(true);
  });

  it('ignores a veil without edges, however much it differs', async () => {
    const veil: Square = { ...same, colour: '#fff8' };
    const crop = await hardestCrop(await cutoutWith(faint, veil), await cutoutWith({ ...faint, colour: '#777' }), 80);
    expect(holds(crop, faint)).toBe(true);
  });

  it('counts what only one cutout has, white and black alike', async () => {
    const nothing = await cutoutWith();
    for (const colour of ['#fff', '#000']) {
      const square = { left: 144, top: 96, colour };
      expect(holds(await hardestCrop(nothing, await cutoutWith(square), 64), square)).toBe(true);
    }
  });

  it('is the whole of a photo that is smaller, and its first corner where nothing differs', async () => {
    const plain = await cutoutWith(strong);
    expect(await hardestCrop(plain, plain, 1000)).toEqual({ left: 0, top: 0, width: 400, height: 300 });
    expect(await hardestCrop(plain, plain, 64)).toEqual({ left: 0, top: 0, width: 64, height: 64 });
  });

  it('does not compare cutouts of different sizes', async () => {
    const small = await sharp(await cutoutWith())
      .resize(200, 150)
      .png()
      .toBuffer();
    await expect(hardestCrop(await cutoutWith(), small, 64)).rejects.toThrow('The cutouts differ in size');
  });
});
