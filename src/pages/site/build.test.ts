import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from './build.ts';
import { phoneFile, phoneWidthPx, shownSamples } from './playground/samples.tsx';

const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-site-'));
const read = (name: string) => readFileSync(path.join(directory, name), 'utf8');

beforeAll(() => buildSite(directory));
afterAll(() => rmSync(directory, { recursive: true }));

describe('the built pages', () => {
  it('are these files', () => {
    expect(readdirSync(directory).sort()).toEqual([
      ...['documents', 'favicon.svg', 'samples', 'scripts', 'share.jpg', 'styles'],
    ]);
  });

  it.each(['documents/reference.html', 'documents/reference-cutouts.html', 'documents/guide-start.html'])(
    '%s runs under a strict policy and loads only what is served here',
    (name) => {
      const html = read(name);
      expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
      const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
      for (const [, , text] of scripts) expect(text).toBe('');
      const loaded = [...html.matchAll(/\s(?:src|href|data-url)="([^"]*)"/g)].map(([, address]) => address);
      expect(loaded.length).toBeGreaterThan(2);
      for (const address of loaded) expect(address).toMatch(/^(#|\/(?!\/))/);
    },
  );

  it('have small scripts of their own without a source map; two of them store something, and no cookie', () => {
    const stores = { localStorage: ['many-photos.js', 'playground.js'], indexedDB: ['many-photos.js'] };
    const names = readdirSync(path.join(directory, 'scripts'));
    expect(names).toContain('playground.js');
    for (const name of names) {
      const script = read(`scripts/${name}`);
      expect(gzipSync(script).length, name).toBeLessThan(60_000);
      expect(script).not.toContain('sourceMappingURL');
      expect(script).not.toMatch(/sessionStorage|document\.cookie|eval\(/);
      for (const [store, those] of Object.entries(stores)) {
        expect(script.includes(store), `${name}, ${store}`).toBe(those.includes(name));
      }
    }
  });

  it('have a picture to share, half photo and half cutout, at the size and weight that others show', async () => {
    const file = path.join(directory, 'share.jpg');
    const { format, width, height } = await sharp(file).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
    expect(statSync(file).size).toBeLessThan(50_000);
    // Statistics are of a whole picture.
    const brightness = async (left: number) => {
      const part = await sharp(file).extract({ left, top: 10, width: 100, height: 40 }).png().toBuffer();
      return (await sharp(part).stats()).channels[1].mean;
    };
    expect(await brightness(400)).toBeLessThan(128);
    expect(await brightness(1000)).toBeGreaterThan(225);
  });

  it('have sample photos of at most 150 kB, each with its licence', () => {
    const licences = readFileSync('src/pages/site/playground/samples/LICENSES.md', 'utf8');
    const copies = new Map(shownSamples.map((file) => [phoneFile(file), file]));
    const names = readdirSync(path.join(directory, 'samples'));
    expect(names).toEqual(expect.arrayContaining([...copies.keys()]));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(statSync(path.join(directory, 'samples', name)).size).toBeLessThanOrEqual(150_000);
      expect(licences).toContain(`| ${copies.get(name) ?? name.replace('-small', '')} |`);
    }
  });

  it('have what phones see of the first sample at half the weight', async () => {
    for (const name of ['pet.jpg', 'pet-cutout.webp']) {
      const file = path.join(directory, 'samples', phoneFile(name));
      const { width, hasAlpha } = await sharp(file).metadata();
      expect({ width, hasAlpha }).toEqual({ width: phoneWidthPx, hasAlpha: name === 'pet-cutout.webp' });
      expect(statSync(file).size, name).toBeLessThan(statSync(path.join(directory, 'samples', name)).size * 0.7);
    }
  });
});
