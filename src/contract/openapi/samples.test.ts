import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carCutout } from '../operations/car-cutout.ts';
import { carLayersBase64 } from '../operations/car-layers.ts';
import { cutout } from '../operations/cutout.ts';
import { addressSamples } from './address-samples.ts';
import { codeSamples, type SampleCall, savedAs } from './samples.ts';

const url = 'https://api.example.com/v1.0/x';

function sample(operation: Parameters<typeof codeSamples>[0], lang: string, call: SampleCall): string {
  return codeSamples(operation, url, call).find((each) => each.lang === lang)?.source ?? '';
}

/** The words that a shell makes of the first command. */
function words(source: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; EDGEMATTE_KEY=test_secret\n${source}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

/** What JavaScript makes of the text between two marks. */
const evaluated = (source: string, from: string, to: string): unknown => {
  const text = source.slice(source.indexOf(from) + from.length);
  return new Function(`return ${text.slice(0, text.indexOf(to))}`)();
};

describe('a sample of a call with options', () => {
  const options = { shadow_type: 'none', reconstruct_windows: false };
  const call = { photo: 'my car.jpg', options };

  it('sends them as fields of a form', () => {
    expect(words(sample(carCutout, 'Shell', call))).toEqual([
      ...['-f', url, '-H', 'Expect:', '-H', 'X-API-Key: test_secret'],
      ...[
        '-F',
        'shadow_type=none',
        '-F',
        'reconstruct_windows=false',
        '-F',
        'file=@"my car.jpg"',
        '-o',
        'car-cutout.png',
      ],
    ]);
    expect(sample(carCutout, 'Python', call)).toContain(
      '        data={"shadow_type": "none", "reconstruct_windows": "false"},\n',
    );
    expect(sample(carCutout, 'JavaScript', call)).toContain(
      "form.append('shadow_type', 'none');\nform.append('reconstruct_windows', 'false');\n",
    );
  });

  it('sends them as members of JSON', () => {
    expect(sample(carLayersBase64, 'Shell', call)).toContain(
      `printf '{"image_base64":"%s","shadow_type":"none","reconstruct_windows":false}' "$(base64 < 'my car.jpg' |`,
    );
    expect(sample(carLayersBase64, 'Python', call)).toContain(
      'json={"image_base64": text, "shadow_type": "none", "reconstruct_windows": False},',
    );
    expect(sample(carLayersBase64, 'JavaScript', call)).toContain(
      "{ image_base64: await readFile('my car.jpg', 'base64'), shadow_type: 'none', reconstruct_windows: false }",
    );
  });

  it('sends files of the working directory', () => {
    const onBeach = { options: { crop: 'subject', background_image: { file: "a 'beach'.jpg" } } };
    expect(words(sample(carCutout, 'Shell', onBeach))).toContain(`background_image=@"a 'beach'.jpg"`);
    expect(sample(carCutout, 'Python', onBeach)).toContain(
      `files={"file": photo, "background_image": open("a 'beach'.jpg", "rb")},\n        data={"crop": "subject"},`,
    );
    expect(sample(carCutout, 'JavaScript', onBeach)).toContain(
      "form.append('background_image', new Blob([await readFile('a \\'beach\\'.jpg')]), 'a \\'beach\\'.jpg');",
    );
    const source = sample(carLayersBase64, 'Shell', onBeach);
    const printf = source
      .slice(0, source.indexOf(' |\n'))
      .replaceAll(/base64 < (\S+|'[^|]*') \| tr -d '\\n'/g, 'echo AAAA');
    const members = JSON.parse(execFileSync('sh', ['-c', printf], { encoding: 'utf8' }));
    expect(members).toEqual({ image_base64: 'AAAA', crop: 'subject', background_image: 'AAAA' });
    expect(sample(carLayersBase64, 'Python', onBeach)).toContain('"background_image": base64.b64encode(open(');
    expect(sample(carLayersBase64, 'JavaScript', onBeach)).toContain('background_image: await readFile(');
  });

  it('sends values of any characters unharmed', () => {
    const odd = { crop_margin: '10% 20px', background_color: '#fff', position: `it's "%s\\n` };
    const parts = words(sample(carCutout, 'Shell', { options: odd })).filter((word) => word.includes('='));
    expect(parts.slice(0, 3)).toEqual(Object.entries(odd).map(([name, value]) => `${name}=${value}`));
    const source = sample(carLayersBase64, 'Shell', { options: odd });
    const text = `printf ${source.slice('printf '.length, source.indexOf(' "$(base64'))} AAAA`;
    const members = JSON.parse(execFileSync('sh', ['-c', text], { encoding: 'utf8' }));
    expect(members).toEqual({ image_base64: 'AAAA', ...odd });
  });

  it('shows a key that may be shown', () => {
    for (const operation of [carCutout, carLayersBase64]) {
      for (const { source } of codeSamples(operation, url, { key: 'test_demo' })) {
        expect(source).toContain('test_demo');
        expect(source).not.toContain('EDGEMATTE_KEY');
      }
    }
  });
});

describe('the name of a photo', () => {
  it.each([
    ['a;b,c.png', 'file=@"a;b,c.png"'],
    [`it's "me".webp`, `file=@"it's \\"me\\".webp"`],
    ['$(date).jpg', 'file=@"$(date).jpg"'],
    ['Müller.heic', 'file=@"Müller.heic"'],
    ['-o.jpg', 'file=@"-o.jpg"'],
  ])('reaches the shell unharmed: %s', (photo, part) => {
    expect(words(sample(carCutout, 'Shell', { photo }))).toContain(part);
  });

  it('is one word for a shell and one text for JavaScript, whatever it is', () => {
    const names = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(names, (photo) => {
        expect(words(sample(carCutout, 'Shell', { photo }))).toHaveLength(10);
        expect(evaluated(sample(carCutout, 'JavaScript', { photo }), '), ', ');\nconst answer')).toBe(photo);
        expect(evaluated(sample(carLayersBase64, 'JavaScript', { photo }), 'readFile(', ", 'base64')")).toBe(photo);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the file that comes back', () => {
  it.each([
    [{}, 'cutout.png'],
    [{ output_format: 'jpeg' }, 'cutout.jpg'],
    [{ output_format: 'webp' }, 'cutout.webp'],
    [{ output_format: 'zip' }, 'cutout.zip'],
  ])('with %j is %s', (options, name) => {
    expect(savedAs('cutout.png', options)).toBe(name);
    for (const { source } of codeSamples(cutout, url, { options })) expect(source).toContain(name);
    for (const { source } of addressSamples(cutout, url, 'https://images.example.com/a.jpg', { options })) {
      expect(source).toContain(name);
    }
  });
});
