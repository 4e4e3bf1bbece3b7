/** One picture of a page at three widths, light above dark. */
import sharp from 'sharp';

/** Width of each column of the sheet in pixels, which is half of that of the browser; taller pictures are cut. */
const scale = 0.5;
const mostHeightPx = 1400;
const gapPx = 12;

/** Puts rows of screenshots on one sheet. @param rows PNGs, each row of the same widths @returns a PNG */
export async function sheetOf(rows: readonly (readonly Buffer[])[]): Promise<Buffer> {
  const layers: { input: Buffer; left: number; top: number }[] = [];
  let [top, right] = [gapPx, 0];
  for (const row of rows) {
    let [left, tallest] = [gapPx, 0];
    for (const picture of row) {
      const { input, widthPx, heightPx } = await made(picture);
      layers.push({ input, left, top });
      left += widthPx + gapPx;
      tallest = Math.max(tallest, heightPx);
    }
    top += tallest + gapPx;
    right = Math.max(right, left);
  }
  const sheet = sharp({ create: { width: right, height: top, channels: 3, background: '#808080' } });
  return sheet.composite(layers).png().toBuffer();
}

async function made(picture: Buffer) {
  const { width } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .resize({ width: Math.round(width * scale) })
    .png()
    .toBuffer({ resolveWithObject: true });
  const heightPx = Math.min(info.height, mostHeightPx);
  const input = await sharp(data).extract({ left: 0, top: 0, width: info.width, height: heightPx }).png().toBuffer();
  return { input, widthPx: info.width, heightPx };
}
