/** The second reference, for pictures that Pillow cannot judge: libvips, and Chromium for what libvips does not read. */
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launch, noBrowser } from '../../../testing/chromium.ts';

export interface SecondReference {
  /** Whether one of them reports that it decodes all of a picture. */
  decodes(file: Buffer): Promise<boolean>;
  /** Writes a picture as PNG, upright and in sRGB. @returns whether one of them decodes all of it */
  write(file: Buffer, place: string): Promise<boolean>;
  stop(): Promise<void>;
}

const libjpegRemark = /^VipsJpeg: |Corrupt JPEG data|Premature end of JPEG file/;

/** Starts Chromium where there is one. */
export async function startSecond(): Promise<SecondReference> {
  const browser = noBrowser === null ? await launch() : null;
  const page = await browser?.newPage();
  const decode = async (file: Buffer) => (await byLibvips(file)) ?? (page ? await byChromium(page, file) : null);
  return {
    async decodes(file) {
      return (await decode(file)) !== null;
    },
    async write(file, place) {
      const png = await decode(file);
      if (png) await writeFile(place, png);
      return png !== null;
    },
    async stop() {
      await browser?.close();
    },
  };
}

/** Warnings of libjpeg on JPEG codes, in a JPEG or in a TIFF, which Pillow does not report; null without any. */
export function remarkOfLibjpeg(file: Buffer): Promise<string | null> {
  return alone(() => sharp(file, { failOn: 'warning' }).raw().toBuffer()).then(
    () => null,
    // Of a TIFF there are remarks by others too.
    ({ message }: Error) => message.split('\n').find((line) => libjpegRemark.test(line)) ?? null,
  );
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: libvips has one place for what all of its threads complain of. */
function alone<T>(decode: () => Promise<T>): Promise<T> {
  const next = last.then(decode);
  last = next.catch(() => undefined);
  return next;
}

async function byLibvips(file: Buffer): Promise<Buffer | null> {
  // Alpha is added by who reads it: libvips gives signed samples half of it.
  const decoded = sharp(file, { failOn: 'error' }).autoOrient().toColourspace('srgb').png();
  return alone(() => decoded.toBuffer()).catch(() => null);
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
