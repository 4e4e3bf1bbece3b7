/** How large pictures may be that are worked on at the edge: by kind, from the plan. */
import type { Limits } from '../../../contract/limits.ts';
import { cutBytes } from '../flat/room.ts';
import type { Header } from '../picture/header.ts';
import { refinerBytes } from '../refine/room.ts';
import { plan } from './plan.ts';

const photo: Header = {
  format: 'jpeg',
  widthPx: 0,
  heightPx: 0,
  orientation: 1,
  colour: 'rgb',
  bitsPerSample: 8,
  hasAlpha: false,
  animated: false,
  wholeFrame: false,
  hasIcc: false,
};

/** Kinds of files that the plan tells apart. PNG: of those with alpha, which take most. */
const kinds = {
  jpeg: {},
  jpeg_rotated: { orientation: 6 },
  jpeg_mirrored: { orientation: 2 },
  jpeg_progressive_420: { wholeFrame: true, samplesPerPixel: 1.5 },
  jpeg_progressive_444: { wholeFrame: true, samplesPerPixel: 3 },
  png: { format: 'png', hasAlpha: true },
  png_turned: { format: 'png', hasAlpha: true, orientation: 6 },
  png_interlaced: { format: 'png', hasAlpha: true, wholeFrame: true },
  webp: { format: 'webp' },
  webp_turned: { format: 'webp', orientation: 6 },
  webp_alpha: { format: 'webp', hasAlpha: true },
  webp_lossless: { format: 'webp', hasAlpha: true, wholeFrame: true },
} satisfies Readonly<Record<string, Partial<Header>>>;

/** Largest 4:3 pictures of each kind that fit into an isolate, as cutouts in PNG: with refined edges, or cut by colour. Rounded down to tenths. */
export function edgeMegapixels({ maxPixels }: Pick<Limits, 'maxPixels'>): Record<keyof typeof kinds, number> {
  const sizes = Object.entries(kinds).map(([kind, changes]) => [kind, mostTenths(changes, maxPixels) / 10]);
  // The keys are those of `kinds`.
  return Object.fromEntries(sizes) as Record<keyof typeof kinds, number>;
}

/** By halves: what is larger than one that does not fit does not, either. */
function mostTenths(changes: Partial<Header>, maxPixels: number): number {
  let [most, over] = [0, Math.floor(maxPixels / 100_000) + 1];
  while (over - most > 1) {
    const tenths = Math.floor((most + over) / 2);
    if (fits(changes, tenths * 100_000)) most = tenths;
    else over = tenths;
  }
  return most;
}

function fits(changes: Partial<Header>, pixels: number): boolean {
  const widthPx = Math.round(Math.sqrt((pixels * 4) / 3));
  const header = { ...photo, ...changes, widthPx, heightPx: Math.ceil(pixels / widthPx) };
  return plan(header, 0, Math.max(refinerBytes, cutBytes(header))).lane === 'edge';
}
