/** The client for Python as its wheel installs it: the samples of its README in each Python, and its types. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { photo } from '../../testing/photos.ts';
import { readPngHeader } from '../../testing/png.ts';
import { declareService } from '../service.ts';
import { missingPythons, pythonsWithClient } from './pythons.ts';

const run = promisify(execFile);
const service = declareService();
const pythons = pythonsWithClient();
const readme = readFileSync(inProject('clients/python/README.md'), 'utf8');
const [blocking, awaited] = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code);

/** What a caller does first beside the samples: bytes, a stream that is read as it comes, JSON, a refusal. */
const probe = `
import asyncio, base64, json, os
from edgematte import AsyncClient, Client, RefusedError

settings = os.environ["EDGEMATTE_ADDRESS"], os.environ["EDGEMATTE_KEY"]
with open("photo.jpg", "rb") as file:
    photo = file.read()

async def awaited():
    async with AsyncClient(*settings) as client, client.open_cutout(photo, output_format="png") as opened:
        return b"".join([piece async for piece in opened])

with Client(*settings) as client:
    whole = client.cutout(photo)
    with client.open_cutout(photo[at : at + 99] for at in range(0, len(photo), 99)) as opened:
        others = [b"".join(opened), asyncio.run(awaited())]
    others.append(base64.b64decode(client.cutout_base64(photo).json["img_without_background_base64"]))
    try:
        client.matte(b"no picture")
    except RefusedError as failure:
        refused = failure.code
print(json.dumps({
    "type": whole.type, "dimensions": whole.headers["X-Input-Dimensions"],
    "same": [other == whole.content for other in others], "refused": refused,
}))
`;

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-python-'));
  mkdirSync(path.join(folder, 'photos'));
  for (const name of ['photo.jpg', 'photos/one.jpg', 'photos/two.jpg']) {
    writeFileSync(path.join(folder, name), await photo('jpeg', 50, 30));
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const noPython = missingPythons();
if (noPython !== null) test('the client', ({ skip }) => skip(noPython));

describe.each(pythons)('Python $version', ({ program }) => {
  let key: string;
  beforeEach(async () => {
    ({ key } = await service.createKey({ credits: 9 }));
  });

  async function outputOf(source: string): Promise<string> {
    writeFileSync(path.join(folder, 'sample.py'), source);
    const env = { PATH: process.env.PATH, EDGEMATTE_ADDRESS: service.stack.base, EDGEMATTE_KEY: key };
    return (await run(program, ['-B', '-W', 'error', 'sample.py'], { cwd: folder, env })).stdout;
  }
  const sizesOf = (...files: string[]) =>
    files.map((file) => {
      const { widthPx, heightPx, colourType } = readPngHeader(readFileSync(path.join(folder, file)));
      return [widthPx, heightPx, colourType];
    });

  test('the sample that waits', async () => {
    expect(await outputOf(blocking)).toMatch(/^7 credits left, call [\w.-]+\n$/);
    expect(sizesOf('cutout.png', 'matte.png')).toEqual([
      [50, 30, 6],
      [50, 30, 0],
    ]);
  });

  test('the sample that is awaited', async () => {
    await outputOf(awaited);
    expect(sizesOf('one.png', 'two.png')).toEqual([
      [50, 30, 6],
      [50, 30, 6],
    ]);
    expect(readdirSync(folder).sort()).toEqual(['one.png', 'photo.jpg', 'photos', 'sample.py', 'two.png']);
    await expect.poll(() => service.stack.credit(key)).toBe(7);
  });

  test('bytes, pieces, JSON and a refusal', async () => {
    expect(JSON.parse(await outputOf(probe))).toEqual({
      type: 'image/png',
      dimensions: '50,30',
      same: [true, true, true],
      refused: 'UNSUPPORTED_MEDIA_TYPE',
    });
  });
});
