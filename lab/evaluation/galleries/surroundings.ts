/** The part of a picture that is worth showing: what is not transparent, and a margin. */
import sharp, { type Region } from 'sharp';

/** Share of the subject's larger side that is left free around it. */
const margin = 0.05;
/** Fainter than this, of 255, counts as transparent. */
const faint = 10;

/** Where the subject and its shadow are; the whole picture where there is nothing. */
export async function subjectRegion(picture: Buffer): Promise<Region> {
  const { width, height } = await sharp(picture).metadata();
  const alpha = await sharp(picture).extractChannel('alpha').png().toBuffer();
  const { info } = await sharp(alpha)
    .trim({ background: 'black', threshold: faint })
    .toBuffer({ resolveWithObject: true });
  const left = -(info.trimOffsetLeft ?? 0);
  const top = -(info.trimOffsetTop ?? 0);
  const free = Math.round(Math.max(info.width, info.height) * margin);
  const start = { left: Math.max(0, left - free), top: Math.max(0, top - free) };
  return {
    ...start,
    width: Math.min(width, left + info.width + free) - start.left,
    height: Math.min(height, top + info.height + free) - start.top,
  };
}
