/** What the playground's page holds for its script: controls by the contract's options, places for photo and result. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { processingOperations } from '../../../contract/operations.ts';
import { attributeOf, linksOf, partOf, partsOf, textOf } from '../testing/html.ts';
import { OptionControl, Segments } from './controls.tsx';
import { answerNames, fieldsOf, kinds, type OptionField } from './kinds.ts';
import { samples } from './samples.tsx';
import { Studio } from './studio.tsx';

const html = String(Studio());
const inputsOf = (part: string): string[] => part.match(/<input[^>]*>/g) ?? [];
const chosenIn = (part: string) => inputsOf(part).filter((input) => input.includes(' checked'));

describe('a choice of a few', () => {
  const segments = (more: object = {}) =>
    String(
      Segments({
        ...{ legend: 'Zoom <x>', name: 'zoom', chosen: '1' },
        values: [
          ['fit', 'Fit & all'],
          ['1', '100 %'],
        ],
        ...more,
      }),
    );

  test('is a radio button for each, of which one is chosen', () => {
    const inputs = inputsOf(segments());
    expect(inputs.map((input) => [attributeOf(input, 'type'), attributeOf(input, 'name')])).toEqual(
      Array(2).fill(['radio', 'zoom']),
    );
    expect(inputs.map((input) => attributeOf(input, 'value'))).toEqual(['fit', '1']);
    expect(chosenIn(segments()).map((input) => attributeOf(input, 'value'))).toEqual(['1']);
    expect(chosenIn(segments({ chosen: '' }))).toEqual([]);
    expect(partsOf(segments(), 'label').map(textOf)).toEqual(['Fit & all', '100 %']);
  });

  test('shows its title where it is to, else to screen readers alone', () => {
    expect(partOf(segments(), 'legend')).toBe('<legend class="apart">Zoom &lt;x&gt;</legend>');
    expect(partOf(segments({ isTitled: true }), 'legend')).toBe('<legend>Zoom &lt;x&gt;</legend>');
  });

  test('belongs to a form elsewhere, and to an option', () => {
    const part = segments({ form: 'call', id: 'kinds', option: 'aspect', standard: 'keep' });
    expect(['id', 'data-option', 'data-standard'].map((name) => attributeOf(part, name))).toEqual([
      'kinds',
      'aspect',
      'keep',
    ]);
    for (const input of inputsOf(part)) expect(attributeOf(input, 'form')).toBe('call');
    expect(segments()).not.toMatch(/data-|form=/);
  });
});

describe('the control of an option', () => {
  const field: OptionField = {
    name: 'roi',
    label: 'Roi',
    meaning: 'A box, as in `10% <b>`, & more `x`.',
    values: [],
    example: '10% 10%',
    standard: null,
    isFile: false,
    hasOwnControl: false,
  };
  const control = (changes: Partial<OptionField>) =>
    String(OptionControl({ field: { ...field, ...changes }, kind: 'cutout' }));
  const data = (part: string) =>
    ['id', 'name', 'placeholder', 'data-option', 'data-standard'].map((name) => attributeOf(part, name));

  test('is a text with an example where anything may be written', () => {
    const part = control({});
    expect(data(inputsOf(part)[0])).toEqual(['cutout.roi', 'cutout.roi', '10% 10%', 'roi', '']);
    expect(attributeOf(partOf(part, 'label'), 'for')).toBe('cutout.roi');
    expect(data(inputsOf(control({ example: null, standard: 'auto' }))[0])).toEqual([
      ...['cutout.roi', 'cutout.roi', null, 'roi', 'auto'],
    ]);
  });

  test('is a box to tick where it is on or off', () => {
    for (const standard of [true, false]) {
      const [input, ...others] = inputsOf(control({ standard, values: [true, false] }));
      expect(others).toEqual([]);
      expect(attributeOf(input, 'type')).toBe('checkbox');
      expect([input.includes(' checked'), attributeOf(input, 'data-standard')]).toEqual([standard, String(standard)]);
      expect(data(input).slice(1, 4)).toEqual(['cutout.roi', null, 'roi']);
    }
  });

  test('is a choice where it is one of some words', () => {
    const part = control({ values: ['png', 'webp'], standard: 'webp' });
    expect(inputsOf(part).map((input) => attributeOf(input, 'value'))).toEqual(['png', 'webp']);
    expect(chosenIn(part).map((input) => attributeOf(input, 'value'))).toEqual(['webp']);
    expect(attributeOf(partOf(part, 'fieldset'), 'data-standard')).toBe('webp');
    expect(partOf(part, 'legend')).toBe('<legend>Roi</legend>');
    const open = control({ values: ['png', 'webp'], standard: null });
    expect([chosenIn(open), attributeOf(partOf(open, 'fieldset'), 'data-standard')]).toEqual([[], '']);
  });

  test.each([{}, { standard: true }, { values: ['a', 'b'] }])('says what it means, as text: %o', (changes) => {
    expect(partOf(control(changes), 'p')).toBe(
      '<p class="note" id="cutout.roi-note">A box, as in <code>10% &lt;b&gt;</code>, &amp; more <code>x</code>.</p>',
    );
  });
});

describe('the form of the call', () => {
  const form = partOf(html, 'form', 'id="call"');
  const sets = partsOf(form.replace(/<fieldset class="segments".*?<\/fieldset>/gs, ''), 'fieldset', 'data-kind');

  test('has the fields of each kind, those of the first alone to be seen', () => {
    expect(sets.map((set) => attributeOf(set, 'data-kind'))).toEqual(kinds.map(({ name }) => name));
    expect(sets.map((set) => /^<fieldset[^>]* hidden/.test(set))).toEqual(kinds.map((_, index) => index > 0));
    expect(sets.map((set) => textOf(partOf(set, 'legend')))).toEqual(kinds.map(({ label }) => label));
  });

  test('has options without a control of their own folded away, and the others to be seen', () => {
    const folded = partsOf(form, 'details').at(-1) ?? '';
    expect(textOf(partOf(folded, 'summary'))).toBe('API options');
    for (const kind of kinds) {
      for (const { name, hasOwnControl } of fieldsOf(kind)) {
        expect([name, folded.includes(`"${kind.name}.${name}"`)]).toEqual([name, !hasOwnControl]);
      }
    }
  });

  test('shows each control for operations that have its option', () => {
    const needed = [...form.matchAll(/data-needs="([^"]*)"/g)].map(([, name]) => name);
    const known = new Set(kinds.flatMap((kind) => fieldsOf(kind).map(({ name }) => name)));
    expect(needed.length).toBeGreaterThan(5);
    for (const name of needed) expect(known).toContain(name);
  });

  test('offers each encoding by its name, the first one chosen', () => {
    for (const kind of kinds) {
      const inputs = inputsOf(form).filter((input) => attributeOf(input, 'name') === `${kind.name}.encoding`);
      expect(inputs.map((input) => [attributeOf(input, 'value'), input.includes(' checked')])).toEqual(
        kind.operations.map(({ encoding }, index) => [encoding, index === 0]),
      );
    }
    expect(new Set(Object.values(answerNames)).size).toBe(2);
    for (const name of Object.values(answerNames)) expect(textOf(form)).toContain(name);
  });

  test('cannot be run before there is a photo', () => {
    expect(partOf(form, 'button', 'id="run"')).toContain(' disabled');
  });
});

describe('the page', () => {
  test('offers each kind, the first one chosen', () => {
    const choice = partOf(html, 'fieldset', 'id="kinds"');
    expect(inputsOf(choice).map((input) => attributeOf(input, 'value'))).toEqual(kinds.map(({ name }) => name));
    expect(chosenIn(choice).map((input) => attributeOf(input, 'value'))).toEqual([processingOperations[0].result]);
  });

  test('hides what is for later: result, failure, layers, and pictures', () => {
    for (const id of ['failure', 'result', 'before', 'main-layer', 'matte-layer', 'busy', 'layers', 'view']) {
      expect(html).toMatch(new RegExp(`<\\w+ [^>]*id="${id}"[^>]* hidden`));
    }
    expect(partOf(html, 'button', 'id="save"')).toContain(' disabled');
  });

  test('has samples, each with its cutout beside it and a kind that there is, for a script to offer', () => {
    const choice = partOf(html, 'fieldset', 'id="samples"');
    const offered = inputsOf(choice);
    expect(offered.map((input) => attributeOf(input, 'value'))).toEqual(samples.map(({ name }) => name));
    expect(chosenIn(choice)).toHaveLength(1);
    for (const input of offered) {
      const name = attributeOf(input, 'value');
      expect(attributeOf(input, 'data-sample')).toBe(`/samples/${name}.jpg`);
      expect(kinds.map((kind) => kind.name)).toContain(attributeOf(input, 'data-kind-of-sample'));
      expect(choice).toContain(`src="/samples/${name}-small.jpg"`);
      const pair =
        html
          .slice(html.indexOf(`data-pair="${name}"`))
          .match(/<img[^>]*>/g)
          ?.slice(0, 2) ?? [];
      expect(pair.map((image) => attributeOf(image, 'src'))).toEqual([
        `/samples/${name}.jpg`,
        `/samples/${name}-cutout.webp`,
      ]);
      for (const image of pair) expect(attributeOf(image, 'alt')).toMatch(/.{10}/);
    }
    expect(samples.filter(({ kind }) => kind.startsWith('car-'))).toHaveLength(1);
    expect(partOf(html, 'button', 'id="try-sample"')).toContain(' disabled');
  });

  test.each(samples)('shows the sample $name at its own size', async ({ name, widthPx, heightPx }) => {
    for (const file of [`${name}.jpg`, `${name}-cutout.webp`]) {
      const { width = 1, height = 1 } = await sharp(`src/pages/site/playground/samples/${file}`).metadata();
      expect(width / height, file).toBeCloseTo(widthPx / heightPx, 1);
    }
    const { length } = readFileSync(`src/pages/site/playground/samples/${name}-cutout.webp`);
    expect(length).toBeLessThanOrEqual(40_000);
  });

  test('offers backgrounds, of which none is chosen first', () => {
    const backgrounds = inputsOf(partOf(html, 'fieldset', 'id="background"')).filter(
      (input) => attributeOf(input, 'name') === 'background',
    );
    expect(backgrounds.map((input) => [attributeOf(input, 'value'), input.includes(' checked')])).toEqual([
      ...[
        ['', true],
        ['#ffffff', false],
        ['#000000', false],
        ['colour', false],
        ['picture', false],
      ],
    ]);
    const titles = partsOf(partOf(html, 'fieldset', 'id="background"'), 'label', 'class="swatch"').map((swatch) =>
      attributeOf(swatch, 'title'),
    );
    expect(new Set(titles).size).toBe(5);
    expect(titles).not.toContain('');
  });

  test('shows cutout, whole and curl at first', () => {
    for (const [name, value] of [
      ['shown', 'cutout'],
      ['zoom', 'fit'],
      ['language', 'Shell'],
    ]) {
      const inputs = inputsOf(html).filter((input) => attributeOf(input, 'name') === name);
      expect(inputs.length).toBeGreaterThan(1);
      expect(chosenIn(inputs.join('')).map((input) => attributeOf(input, 'value'))).toEqual([value]);
      for (const input of inputs) expect(attributeOf(input, 'value')).not.toBe('');
    }
  });

  test('lets the keyboard reach the picture and what is drawn upon it', () => {
    for (const id of ['viewport', 'drawing']) {
      const tag = html.match(/<\w+ [^>]*>/g)?.find((each) => each.includes(`id="${id}"`)) ?? '';
      expect([id, attributeOf(tag, 'tabindex'), attributeOf(tag, 'aria-label')]).toEqual([
        ...[id, '0', expect.stringMatching(/.{10}/)],
      ]);
    }
  });

  test('has each id once, and labels for what is there', () => {
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of html.matchAll(/\s(?:for|aria-describedby|aria-labelledby|data-copy)="([^"]*)"/g)) {
      expect(ids).toContain(id);
    }
  });

  test('leads on without its script', () => {
    expect(linksOf(partOf(html, 'noscript')).map(([href]) => href)).toEqual(['/docs/guide']);
  });
});
