/** Errors of withoutBG's Python package on refusals, as in the guide. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { declareService } from '../service.ts';
import { missingFor, runSample, type Sample } from './samples.ts';

const service = declareService();

const sample: Sample = {
  lang: 'Python',
  source: `
import os
from PIL import Image
from withoutbg import WithoutBG
from withoutbg.exceptions import APIError

model = WithoutBG.api(api_key=os.environ["KEY"], base_url=os.environ["BASE"])
try:
    model.remove_background(Image.new("RGB", (64, 48), "white"))
except APIError as error:
    print(error)
`,
};

test('a restricted key has "Credits expired" from the package, and the guide says so', async ({ skip }) => {
  const missing = await missingFor(sample);
  skip(missing !== null, missing ?? undefined);
  const { key } = await service.createKey({ endpoints: ['image-without-background'] });
  const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-withoutbg-'));
  try {
    const said = await runSample(sample, folder, { BASE: service.stack.base, KEY: key });
    expect(said).toContain('Credits expired');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const guide = readFileSync(inProject('docs/guides/from-withoutbg.md'), 'utf8');
  const row = guide.split('\n').find((line) => line.includes('ENDPOINT_NOT_ALLOWED'));
  expect(row).toContain('`Credits expired` for every 403');
  expect(await service.stack.credit(key)).toBe(5);
});
