/** Composites are mixed as the page says, and the same folders give the same ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proxyAtOnce } from '../../../src/pixels/pipeline/networks/proxy.ts';
import { framePicture } from '../../../src/pixels/pipeline/picture/frame.ts';
import type { Picture } from '../../../src/pixels/pipeline/picture/picture.ts';
import type { Layer } from '../../../src/pixels/pipeline/plane/layer.ts';
import { generator } from '../../../testing/random.ts';
import { areAlike, exactLayer } from './coarse.ts';
import { allVariants, backgroundsIn, frameOf, fullChoice, scenesOf, spread } from './composites.ts';
import { type Foreground, foregroundsIn, type Render, readRender } from './foregrounds.ts';
import { decoded, encoded } from './light.ts';
import type { Truth } from './map.ts';
import { type Found, methods, pixelsOf } from './methods.ts';
import { matteErrors, measure, measured } from './metrics.ts';
import { backgroundOf, mixed, photographed } from './mix.ts';
import { cutoutOf } from './pictures.ts';
import { placed, placementOf } from './placement.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-mattes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const uncut = { left: false, top: false, right: false, bottom: false };

/** An orange disc; its edge falls from 1 to 0 along `softPx`. */
function disc(sidePx: number, softPx = 1): Render {
  const samples = new Float32Array(sidePx * sidePx * 4);
  for (let y = 0, at = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++, at += 4) {
      const away = Math.hypot(x + 0.5 - sidePx / 2, y + 0.5 - sidePx / 2);
      const alpha = Math.min(1, Math.max(0, (0.4 * sidePx - away) / softPx + 0.5));
      samples.set([alpha * 0.8, alpha * 0.3, alpha * 0.1, alpha], at);
    }
  }
  return { widthPx: sidePx, heightPx: sidePx, samples, cut: uncut };
}

const pictureOf = (samples: Uint8Array, widthPx: number, heightPx: number) =>
  framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });

describe('the list', () => {
  const foreground = (subject: string, angle: number): Foreground => ({
    path: `${subject}-${angle}.png`,
    subject,
    category: 'fur',
    split: 'tuning',
  });
  const foregrounds = Array.from({ length: 40 }, (_, at) =>
    [0, 1, 2].map((angle) => foreground(`s${at}`, angle)),
  ).flat();
  const backgrounds = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'];
  const scenes = scenesOf(foregrounds, backgrounds, fullChoice);

  test('of 40 subjects has more than 500 composites, all sizes, backgrounds and sides', () => {
    expect(scenes.length * allVariants.length).toBeGreaterThan(500);
    expect(new Set(scenes.map(({ megapixels }) => megapixels))).toEqual(new Set(fullChoice.megapixels));
    expect(new Set(scenes.map(({ background }) => background)).size).toBe(5);
    expect(new Set(scenes.map((scene) => scene.foreground.path)).size).toBe(120);
    expect(new Set(scenes.map(({ seed }) => seed)).size).toBe(scenes.length);
    for (let at = 0; at < scenes.length; at += 4) {
      expect(new Set(scenes.slice(at, at + 4).map(({ background }) => background)).size).toBe(4);
    }
  });

  test('is the same every time and for each subject alone', () => {
    expect(scenesOf(foregrounds, backgrounds, fullChoice)).toEqual(scenes);
    const alone = scenesOf(foregrounds.slice(30, 33), backgrounds, fullChoice);
    expect(alone).toEqual(scenes.slice(40, 44));
  });

  test('is thinned evenly', () => {
    expect(spread([0, 1, 2, 3, 4, 5, 6], 3)).toEqual([0, 2, 4]);
    expect(spread([0, 1], 5)).toEqual([0, 1]);
  });

  test('has frames of their size, as upright as what they show', () => {
    const frame = frameOf(12, { widthPx: 10, heightPx: 30 }, () => 0);
    expect(frame).toEqual({ widthPx: 3000, heightPx: 4000 });
    expect(frameOf(12, { widthPx: 30, heightPx: 10 }, () => 0)).toEqual({ widthPx: 4000, heightPx: 3000 });
  });
});

describe('renders', () => {
  test('are read at 16 bits, cut to what they show, and say where the subject goes on', async () => {
    const data = new Uint16Array(6 * 5 * 4);
    for (let y = 1; y < 5; y++) data.set([65535, 12345, 0, y === 1 ? 257 : 65535], (y * 6 + 3) * 4);
    const raw = { width: 6, height: 5, channels: 4 } as const;
    await sharp(data, { raw }).toColourspace('rgb16').png().toFile(path.join(folder, 'deep.png'));
    const render = await readRender(path.join(folder, 'deep.png'));
    expect(render).toMatchObject({ widthPx: 1, heightPx: 4, cut: { ...uncut, bottom: true } });
    const faint = 257 / 65535;
    expect(render.samples[3]).toBeCloseTo(faint, 7);
    expect(render.samples[1]).toBeCloseTo(decoded(12345 / 65535) * faint, 7);
    expect(render.samples[5]).toBeCloseTo(decoded(12345 / 65535), 6);
  });

  test('of 8 bits are read by their own range', async () => {
    const raw = { width: 1, height: 1, channels: 4 } as const;
    await sharp(Uint8Array.of(255, 100, 0, 255), { raw })
      .png()
      .toFile(path.join(folder, 'flat.png'));
    const { samples } = await readRender(path.join(folder, 'flat.png'));
    expect([...samples]).toEqual([1, Math.fround(decoded(100 / 255)), 0, 1]);
  });

  test('are listed, and what is wrong with the list is said in one line', () => {
    const list = path.join(folder, 'subjects.jsonl');
    expect(() => foregroundsIn(folder)).toThrow('There is no subjects.jsonl in');
    writeFileSync(list, '{"file":"deep.png","subject":"a","category":"fur","split":"tuning","angle":20}\n\n');
    expect(foregroundsIn(folder)).toEqual([
      { path: path.join(folder, 'deep.png'), subject: 'a', category: 'fur', split: 'tuning' },
    ]);
    writeFileSync(list, '{"file":"none.png","subject":"a","category":"fur","split":"tuning"}\n');
    expect(() => foregroundsIn(folder)).toThrow('There is no none.png in');
    writeFileSync(list, '{"file":"deep.png","subject":"a","category":"fur","split":"both"}\n');
    expect(() => foregroundsIn(folder)).toThrow(/^[^\n]*line 1: [^\n]*$/);
  });
});

describe('a place in the frame', () => {
  const frame = { widthPx: 400, heightPx: 300 };

  test('has a cut side on that side of the frame, whatever the numbers', () => {
    for (let seed = 0; seed < 200; seed++) {
      const render = { ...disc(8), widthPx: 300, heightPx: 200, cut: { ...uncut, bottom: true, left: seed % 2 === 0 } };
      const { scale, left, top } = placementOf(render, frame, generator(seed));
      expect(top + 200 * scale).toBeGreaterThanOrEqual(300 - 1e-9);
      expect(scale).toBeLessThanOrEqual(3);
      if (render.cut.left) expect(left).toBeLessThanOrEqual(1e-9);
      const across = { ...render, widthPx: 20, cut: { ...uncut, left: true, right: true } };
      const wide = placementOf(across, frame, generator(seed));
      expect(wide.left).toBeLessThanOrEqual(1e-9);
      expect(wide.left + 20 * wide.scale).toBeGreaterThanOrEqual(400 - 1e-9);
    }
  });

  test('shows the render there: area, centre and colour', () => {
    for (const scale of [0.5, 0.37, 1, 1.4]) {
      const place = { scale, left: 30.25, top: 12.5 };
      const { alpha, colours } = placed(disc(160), frame, place);
      let [area, x, y] = [0, 0, 0];
      alpha.values.forEach((value, pixel) => {
        area += value;
        x += value * ((pixel % 400) + 0.5);
        y += value * (Math.floor(pixel / 400) + 0.5);
      });
      expect(area / (Math.PI * (64 * scale) ** 2)).toBeCloseTo(1, 2);
      expect(x / area).toBeCloseTo(30.25 + 80 * scale, 1);
      expect(y / area).toBeCloseTo(12.5 + 80 * scale, 1);
      const wrong = alpha.values.filter(
        (value, pixel) =>
          value > 1e-3 &&
          (Math.abs(colours[pixel * 3] - encoded(0.8)) > 1e-4 ||
            Math.abs(colours[pixel * 3 + 2] - encoded(0.1)) > 1e-4),
      );
      expect(wrong.length).toBe(0);
    }
  });
});

describe('mixing', () => {
  const truth: Truth = {
    alpha: { widthPx: 3, heightPx: 1, values: Float32Array.of(0, 0.5, 1) },
    colours: Float32Array.of(0, 0, 0, 1, 0.2, 0, 1, 0.2, 0),
  };
  const background = Uint8Array.of(10, 20, 30, 1, 201, 101, 40, 50, 60);

  test('in sRGB values is the formula', () => {
    expect([...mixed(truth, background, false)]).toEqual([10, 20, 30, 128, 126, 51, 255, 51, 0]);
  });

  test('in linear light is brighter between light and dark', () => {
    const rgb = mixed(truth, background, true);
    expect([...rgb.subarray(0, 3), ...rgb.subarray(6)]).toEqual([10, 20, 30, 255, 51, 0]);
    expect(rgb[3]).toBe(Math.round(encoded((1 + decoded(1 / 255)) / 2) * 255));
    expect(rgb[3]).toBe(188);
  });

  test('a photo has its noise, the same for the same seed', async () => {
    const grey = new Uint8Array(256 * 256 * 3).fill(128);
    const size = { widthPx: 256, heightPx: 256 };
    const once = await photographed(grey, size, 7);
    expect(Buffer.from(await photographed(grey, size, 7)).equals(once)).toBe(true);
    expect(Buffer.from(await photographed(grey, size, 8)).equals(once)).toBe(false);
    const mean = once.reduce((sum, value) => sum + value, 0) / once.length;
    const deviation = Math.sqrt(once.reduce((sum, value) => sum + (value - mean) ** 2, 0) / once.length);
    expect(mean).toBeCloseTo(128, 0);
    // JPEG takes some of it away, most in colour.
    expect(deviation).toBeGreaterThan(0.5);
    expect(deviation).toBeLessThan(2);
  });

  test('a background fills the frame from another part of its photo each time', async () => {
    const file = path.join(folder, 'ramp.png');
    const ramp = Uint8Array.from({ length: 300 * 100 * 3 }, (_, at) => (Math.floor(at / 3) % 300) % 256);
    await sharp(ramp, { raw: { width: 300, height: 100, channels: 3 } })
      .png()
      .toFile(file);
    expect(backgroundsIn(folder).map((each) => path.basename(each))).toContain('ramp.png');
    const frame = { widthPx: 120, heightPx: 60 };
    const one = await backgroundOf(file, frame, generator(1));
    expect(one.length).toBe(120 * 60 * 3);
    expect(await backgroundOf(file, frame, generator(1))).toEqual(one);
    expect(await backgroundOf(file, frame, generator(2))).not.toEqual(one);
  });
});

/** Nothing may be off by half a pixel between the truth, what networks see, and what comes back. */
describe('the true alpha, reduced and raised again', () => {
  test.each([
    [512, 384],
    [375, 250],
    [200, 300],
  ])('has a tiny error on a smooth disc at %d × %d, and no shift', async (widthPx, heightPx) => {
    const frame = { widthPx, heightPx };
    const truth = placed(disc(Math.min(widthPx, heightPx), 16), frame, { scale: 1, left: 0, top: 0 });
    const layer = exactLayer(truth.alpha, 256);
    const rgb = mixed(truth, new Uint8Array(widthPx * heightPx * 3).fill(90), false);
    const picture = pictureOf(rgb, widthPx, heightPx);
    const against = measured(truth, false);
    const edgePx = 2 * Math.PI * 0.4 * Math.min(widthPx, heightPx);
    for (const method of ['plain', 'bicubic']) {
      const rgba = pixelsOf(await methods[method].rows(foundOf(picture, layer)));
      const row = measure(against, rgba, rgb);
      // An edge that is off by half a pixel costs a third for each of its pixels, rounding to bytes a twentieth.
      expect((row.band_sad * 1000) / edgePx).toBeLessThan(0.08);
      expect(row.band_sad).toBeCloseTo(row.sad, 2);
      let [x, y, area, exactX, exactY, exactArea] = [0, 0, 0, 0, 0, 0];
      truth.alpha.values.forEach((exact, pixel) => {
        const alpha = rgba[pixel * 4 + 3] / 255;
        const [column, line] = [pixel % widthPx, Math.floor(pixel / widthPx)];
        area += alpha;
        x += alpha * column;
        y += alpha * line;
        exactArea += exact;
        exactX += exact * column;
        exactY += exact * line;
      });
      expect(x / area).toBeCloseTo(exactX / exactArea, 2);
      expect(y / area).toBeCloseTo(exactY / exactArea, 2);
      expect(area / exactArea).toBeCloseTo(1, 3);
    }
  });

  test('at the size of the network is the truth itself', async () => {
    const frame = { widthPx: 256, heightPx: 256 };
    const truth = placed(disc(256), frame, { scale: 1, left: 0, top: 0 });
    const rgb = mixed(truth, new Uint8Array(256 * 256 * 3), false);
    const found = foundOf(pictureOf(rgb, 256, 256), exactLayer(truth.alpha, 256));
    const rgba = pixelsOf(await methods.plain.rows(found));
    expect(matteErrors(measured(truth, false), { ...truth.alpha, values: alphaOf(rgba) }).sad).toBeLessThan(0.01);
    expect(alphaOf(rgba)).toEqual(alphaOf(cutoutOf(truth)));
  });

  test('is reduced as the picture is', () => {
    const [widthPx, heightPx] = [333, 222];
    const truth = placed(disc(222), { widthPx, heightPx }, { scale: 1, left: 50, top: 0 });
    const grey = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) =>
      Math.round(truth.alpha.values[Math.floor(at / 3)] * 255),
    );
    const seen = proxyAtOnce(pictureOf(grey, widthPx, heightPx), 100, 100);
    const { samples: alpha } = exactLayer(truth.alpha, 100).plane;
    for (let pixel = 0; pixel < alpha.length; pixel++) {
      expect(Math.abs(alpha[pixel] - seen[pixel * 3])).toBeLessThanOrEqual(1);
    }
  });
});

function foundOf(picture: Picture, layer: Layer): Found {
  const subject = {
    layer,
    colours: proxyAtOnce(picture, layer.plane.widthPx, layer.plane.heightPx),
  };
  return { picture, first: subject, blended: subject, networks: null };
}

function alphaOf(rgba: Uint8Array): Float32Array {
  return Float32Array.from({ length: rgba.length / 4 }, (_, pixel) => rgba[pixel * 4 + 3] / 255);
}

test('mattes are alike where they share four fifths of the subject', () => {
  const row = (to: number) => Uint8Array.from({ length: 10 }, (_, x) => (x < to ? 255 : 0));
  expect([areAlike(row(10), row(8)), areAlike(row(10), row(7)), areAlike(row(0), row(0))]).toEqual([true, false, true]);
});
