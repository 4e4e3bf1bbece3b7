import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { carCutout } from '../operations/car-cutout.ts';
import { carLayersBase64 } from '../operations/car-layers.ts';
import { addressSamples } from './address-samples.ts';

const url = 'https://api.example.com/v1.0/x';
const address = 'https://images.example.com/it\'s a;b.jpg?c="d"';
const options = { shadow_type: 'none', reconstruct_windows: false };

function sample(operation: Parameters<typeof addressSamples>[0], lang: string): string {
  return addressSamples(operation, url, address, { options }).find((each) => each.lang === lang)?.source ?? '';
}

/** The words that a shell makes of the first command. */
function words(source: string): string[] {
  const script = `jq() { :; }; curl() { printf '%s\\0' "$@"; }; EDGEMATTE_KEY=test_secret\n${source.split('\njq')[0]}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('sends the address as a field of a form, with parts, and no file', () => {
  const fields = [`image_url=${address}`, 'shadow_type=none', 'reconstruct_windows=false'];
  expect(words(sample(carCutout, 'Shell'))).toEqual([
    ...['-f', url, '-H', 'Expect:', '-H', 'X-API-Key: test_secret'],
    ...[...fields.flatMap((field) => ['--form-string', field]), '-o', 'car-cutout.png'],
  ]);
  expect(sample(carCutout, 'Python')).toContain(
    `files={"image_url": (None, ${JSON.stringify(address)}), "shadow_type": (None, "none"), "reconstruct_windows": (None, "false")}`,
  );
  expect(sample(carCutout, 'JavaScript')).toContain("form.append('reconstruct_windows', 'false');\n");
});

it('sends it as a member of JSON, and saves each layer', () => {
  const sent = words(sample(carLayersBase64, 'Shell')).at(-3) ?? '';
  expect(JSON.parse(sent)).toEqual({ image_url: address, ...options });
  for (const lang of ['Shell', 'Python', 'JavaScript']) {
    for (const file of ['car-cutout.png', 'shadow.png']) expect(sample(carLayersBase64, lang)).toContain(file);
  }
});

it('says nothing of a file that is read', () => {
  for (const operation of [carCutout, carLayersBase64]) {
    for (const lang of ['Shell', 'Python', 'JavaScript']) expect(sample(operation, lang)).not.toMatch(/readFile|photo/);
  }
});
