/** Brings the packages of drawn art into a folder that git ignores, with npm's own client, and opens them. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import opentype, { type Font } from 'opentype.js';
import { extract } from 'tar';
import * as z from 'zod';
import { type ArtPackage, artPackages, type Half } from './packages.ts';

const run = promisify(execFile);

/** A picture of an icon package: the content of its `svg` element. */
export interface Icon {
  readonly name: string;
  readonly body: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What one half is drawn with. */
export interface Art {
  readonly icons: readonly { readonly name: string; readonly all: readonly Icon[] }[];
  readonly fonts: readonly { readonly name: string; readonly font: Font }[];
}

/**
 * Fetches what the folder does not have yet and reads the art of a half.
 * @throws Error where a package cannot be had or is another one than the list says
 */
export async function artOf(half: Half, folder: string): Promise<Art> {
  const packages = artPackages.filter((each) => each.half === half);
  const opened = [];
  for (const each of packages) opened.push({ ...each, content: await contentOf(each, folder) });
  return {
    icons: opened.filter(({ kind }) => kind === 'icons').map(({ name, content }) => ({ name, all: iconsIn(content) })),
    fonts: opened.filter(({ kind }) => kind === 'font').map(({ name, content }) => ({ name, font: fontIn(content) })),
  };
}

/** The one file of a package that is drawn with, kept unpacked. */
async function contentOf(each: ArtPackage, folder: string): Promise<Buffer> {
  const place = path.join(folder, `${each.name.replace('/', '-')}-${each.version}`);
  if (!existsSync(place)) {
    mkdirSync(folder, { recursive: true });
    const work = mkdtempSync(path.join(folder, 'part-'));
    try {
      await run('npm', ['pack', '--silent', `${each.name}@${each.version}`], { cwd: work });
      const [archive] = readdirSync(work);
      if (archive === undefined) throw new Error(`${each.name} ${each.version} cannot be had`);
      const found = createHash('sha256')
        .update(readFileSync(path.join(work, archive)))
        .digest('hex');
      if (found !== each.sha256) throw new Error(`${each.name} ${each.version} is another archive than the list's`);
      await extract({ file: path.join(work, archive), cwd: work });
      renameSync(path.join(work, 'package'), place);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  if (each.kind === 'icons') return readFileSync(path.join(place, 'icons.json'));
  const files = readdirSync(path.join(place, 'files')).filter((file) => /-latin-(400|700)-normal\.woff$/.test(file));
  const heaviest = files.sort().at(-1);
  if (heaviest === undefined) throw new Error(`${each.name} has no upright Latin font`);
  return readFileSync(path.join(place, 'files', heaviest));
}

const iconFile = z.object({
  icons: z.record(
    z.string(),
    z.object({
      body: z.string(),
      left: z.number().optional(),
      top: z.number().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      hidden: z.boolean().optional(),
    }),
  ),
  width: z.number().optional(),
  height: z.number().optional(),
});

function iconsIn(content: Buffer): Icon[] {
  const { icons, width = 16, height = 16 } = iconFile.parse(JSON.parse(content.toString('utf8')));
  return Object.entries(icons).flatMap(([name, { hidden, ...icon }]) =>
    hidden ? [] : [{ left: 0, top: 0, width, height, ...icon, name }],
  );
}

function fontIn(content: Buffer): Font {
  return opentype.parse(new Uint8Array(content).buffer);
}
