/** The second reference, for pictures that Pillow cannot judge: libvips, and Chromium for what libvips does not read. */
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launch, noBrowser } from '../../test/browser/chromium.ts';

export interface SecondReference {
  /** Writes a picture as PNG, upright and in sRGB. @returns whether one of them decodes all of it */
  write(file: Buffer, place: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts Chromium where there is one. */
export async function startSecond(): Promise<SecondReference> {
  const browser = noBrowser === null ? await launch() : null;
  const page = await browser?.newPage();
  return {
    async write(file, place) {
      const png = (await byLibvips(file)) ?? (page ? await byChromium(page, file) : null);
      if (png) await writeFile(place, png);
      return png !== null;
    },
    async stop() {
      await browser?.close();
    },
  };
}

/** What libjpeg remarks on a JPEG, which Pillow never says; null where it has nothing to remark. */
export function remarkOfLibjpeg(file: Buffer): Promise<string | null> {
  return sharp(file, { failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => null,
      (cause: Error) => cause.message.split('\n')[0] ?? null,
    );
}

async function byLibvips(file: Buffer): Promise<Buffer | null> {
  const decoded = sharp(file, { failOn: 'error' }).autoOrient().toColourspace('srgb').ensureAlpha().png();
  return decoded.toBuffer().catch(() => null);
}

/** As an image of a page is drawn on a canvas of sRGB. */
async function byChromium(page: Page, file: Buffer): Promise<Buffer | null> {
  const drawn = await page.evaluate(async (base64) => {
    try {
      const image = new Image();
      image.src = `data:;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/png');
    } catch {
      return null;
    }
  }, file.toString('base64'));
  return drawn === null ? null : Buffer.from(drawn.replace(/^data:image\/png;base64,/, ''), 'base64');
}
