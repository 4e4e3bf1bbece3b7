/** The packed package in an empty folder: its library in each runtime that is here, its types, its command. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { decide, missing } from '../../testing/needs.ts';
import { photo } from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import { declareService } from '../service.ts';

const run = promisify(execFile);
const service = declareService();
let folder: string;

/** What a caller does first in a runtime: bytes, a stream, JSON, a local cutout, a refusal. */
const probe = `
import { bytesOf, cutoutLocally, Edgematte, RefusedError } from 'edgematte';
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import process from 'node:process';
const edgematte = new Edgematte({ address: process.env.EDGEMATTE_ADDRESS, key: process.env.EDGEMATTE_KEY });
const photo = readFileSync('photo.jpg');
const bytes = await edgematte.cutout(photo);
const streamed = await edgematte.open('cutout', new Blob([photo]).stream(), { edge_colors: 'refined' });
const { json } = await edgematte.cutoutBase64(new Blob([photo]).stream());
const others = [await new Response(streamed.body).arrayBuffer(), bytesOf(json.img_without_background_base64)];
const same = others.map((other) => Buffer.from(other).equals(bytes.bytes));
const pixels = { width: 3000, height: 20, data: new Uint8ClampedArray(3000 * 20 * 4).fill(255) };
await cutoutLocally(edgematte, pixels);
const refusal = await edgematte.matte(new Uint8Array([1, 2, 3])).catch((failure) => failure);
console.log(JSON.stringify({
  type: bytes.type, dimensions: bytes.header('X-Input-Dimensions'), same, local: pixels.data[3],
  refused: refusal instanceof RefusedError && refusal.code,
}));
process.exit(0);
`;

const sample = `
import { Edgematte, type Picture, RefusedError } from 'edgematte';
const edgematte = new Edgematte({ address: 'https://api.example.org' });
export async function cut(file: Blob): Promise<Uint8Array> {
  const picture: Picture<'image-without-background'> = await edgematte.cutout(file, { edge_colors: 'original' });
  const { json } = await edgematte.layers(file, { shadow_type: 'none' });
  json.view.azimuth_deg.toFixed(1);
  picture.header('X-Was-Downscaled');
  // @ts-expect-error there are two colours
  await edgematte.cutout(file, { edge_colors: 'blue' }).catch((failure) => failure instanceof RefusedError);
  // @ts-expect-error a matte has no colours
  await edgematte.matte(file, { edge_colors: 'original' });
  // @ts-expect-error this is no header
  picture.header('X-Else');
  return picture.bytes;
}
`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-package-'));
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: inProject('clients/typescript') });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  const paths = files.map((file) => file.path).filter((file) => !file.endsWith('.d.ts'));
  const library = ['dist/edgematte.js', 'dist/index.js'];
  expect(paths.sort()).toEqual(['LICENSE', 'README.md', 'bin/edgematte.js', ...library, 'package.json']);
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
  writeFileSync(path.join(folder, 'photo.jpg'), await photo('jpeg', 50, 30));
  writeFileSync(path.join(folder, 'probe.mjs'), probe);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('nothing else is installed with it', () => {
  expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['edgematte']);
  const described = JSON.parse(readFileSync(path.join(folder, 'node_modules/edgematte/package.json'), 'utf8'));
  expect(described.dependencies).toBeUndefined();
});

/** Where CI puts runtimes that come as npm packages. */
const fromPackages = (program: string) => inProject('dist/runtimes/node_modules', program);
/** Node 20 and 22 come together. */
const noNodes = decide(
  'nodes',
  existsSync(fromPackages('node22/bin/node')) ? null : 'dist/runtimes has no other Nodes',
);

test.for([
  ['this Node', null, process.execPath, []],
  ['Node 20', noNodes, fromPackages('node20/bin/node'), []],
  ['Node 22', noNodes, fromPackages('node22/bin/node'), []],
  ['Deno', missing('deno'), fromPackages('.bin/deno'), ['run', '--allow-all', '--no-remote']],
  ['Bun', missing('bun'), fromPackages('.bin/bun'), ['run']],
] as const)('the library works in %s', async ([, notHere, program, flags], { skip }) => {
  skip(notHere !== null, notHere ?? undefined);
  const { key } = await service.createKey();
  const env = { PATH: process.env.PATH, HOME: folder, EDGEMATTE_ADDRESS: service.stack.base, EDGEMATTE_KEY: key };
  const { stdout } = await run(program, [...flags, 'probe.mjs'], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual({
    type: 'image/png',
    dimensions: '50,30',
    same: [true, true],
    local: 255,
    refused: 'UNSUPPORTED_MEDIA_TYPE',
  });
});

test('its types match its exports', async () => {
  mkdirSync(path.join(folder, 'types'));
  writeFileSync(path.join(folder, 'types/sample.ts'), sample);
  symlinkSync(path.join(folder, 'node_modules'), path.join(folder, 'types/node_modules'));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  const compiler = inProject('node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, ...options, 'types/sample.ts'], { cwd: folder });
});

test('its command runs under npx', async () => {
  const { key } = await service.createKey();
  const env = { ...process.env, EDGEMATTE_ADDRESS: service.stack.base, EDGEMATTE_KEY: key };
  const { stdout } = await run('npx', ['--no-install', 'edgematte', '--help'], { cwd: folder, env });
  expect(stdout).toMatch(/^Usage: edgematte COMMAND/);
  await run('npx', ['--no-install', 'edgematte', 'cutout', 'photo.jpg', '--out', 'cutout.png'], { cwd: folder, env });
  expect(readPngHeader(readFileSync(path.join(folder, 'cutout.png')))).toMatchObject({ widthPx: 50, heightPx: 30 });
});
