import { describe, expect, it } from 'vitest';
import { jsonOf, outcomeWith } from '../testing/outcome.ts';
import { refusedItem } from '../testing/refused-item.ts';
import { carLayersBase64 } from './car-layers.ts';

const parse = (values: Record<string, unknown>) => carLayersBase64.read(new Map(Object.entries(values)));

describe('options of car layers', () => {
  it('are those of a car', () => {
    expect(parse({})).toEqual({ kind: 'car-layers', windows: true, shadow: true });
    expect(parse({ shadow_type: 'none', reconstruct_windows: 'no' })).toEqual({
      kind: 'car-layers',
      windows: false,
      shadow: false,
    });
  });

  it.each([
    ['shadow_type', 'auto', 'value_error'],
    ['shadow_type', 'soft', 'enum'],
    ['include_shadow', 'x', 'bool_parsing'],
    ['reconstruct_windows', 0.5, 'bool_type'],
  ])('refuse %s of %j as %s', (name, value, type) => {
    expect(refusedItem(() => parse({ [name]: value }))).toMatchObject({ loc: ['body', name], type });
  });
});

describe('the answer of car layers', () => {
  const { files, members } = carLayersBase64.answer;

  it('holds the cutout, then the shadow where there is one', () => {
    expect(Object.keys(files)).toEqual(['img_without_background_base64', 'shadow_base64']);
    const outcome = outcomeWith({ shadowPng: new ReadableStream() });
    expect(files.img_without_background_base64.of(outcome)).toBe(outcome.encoded);
    expect(files.shadow_base64.of(outcome)).toBe(outcome.shadowPng);
    expect(files.shadow_base64.of(outcomeWith())).toBeNull();
  });

  it('states the view first, then the sizes and the shadow', () => {
    const outcome = outcomeWith({ view: { azimuth: 37.5, elevation: -6.2 } });
    expect(Object.keys(Object(jsonOf(members, outcome, parse({}))))[0]).toBe('view');
    expect(jsonOf(members, outcome, parse({}))).toEqual({
      view: { azimuth_deg: 37.5, elevation_deg: -6.2 },
      input_dimensions: [6000, 10],
      processed_dimensions: [5000, 8],
      was_downscaled: true,
      shadow_type: 'ai',
      uncertainty: 0.021,
      needs_review: false,
    });
  });

  it('has no view where none is known', () => {
    expect(Object.keys(Object(jsonOf(members, outcomeWith(), parse({}))))).not.toContain('view');
  });
});
