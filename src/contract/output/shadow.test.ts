import { describe, expect, it } from 'vitest';
import { operationNamed } from '../operations.ts';
import { readOptions } from '../options.ts';
import { refusedItem } from '../testing/refused-item.ts';
import { shadowOf, shadowOptions, usualOpacityPercent } from './shadow.ts';

const shadow = (given: Record<string, unknown>) => shadowOf(readOptions(shadowOptions, new Map(Object.entries(given))));

describe('the options of a shadow', () => {
  it('are none where nothing is said', () => {
    expect(shadow({})).toBeNull();
    expect(shadow({ shadow: 'none' })).toBeNull();
  });

  it.each(['drop', 'contact'] as const)('%s has its usual opacity, or another', (kind) => {
    expect(shadow({ shadow: kind })).toEqual({ kind, opacityPercent: usualOpacityPercent[kind] });
    for (const [given, opacityPercent] of [
      ['0', 0],
      [0, 0],
      ['7', 7],
      ['100', 100],
      [100, 100],
    ]) {
      expect(shadow({ shadow: kind, shadow_opacity: given })).toEqual({ kind, opacityPercent });
    }
  });

  it.each(['-1', '101', '50%', '', '07', '5.5', 101])('refuse %s for an opacity', (given) => {
    expect(refusedItem(() => shadow({ shadow: 'drop', shadow_opacity: given }))).toMatchObject({
      loc: ['body', 'shadow_opacity'],
      type: 'value_error',
    });
  });

  it('refuse an opacity without a shadow, and a shadow that nobody knows', () => {
    for (const given of [{ shadow_opacity: '40' }, { shadow: 'none', shadow_opacity: 0 }]) {
      expect(refusedItem(() => shadow(given))).toEqual({
        loc: ['body', 'shadow_opacity'],
        msg: 'shadow_opacity needs shadow=drop or contact. Send both, or neither',
        type: 'value_error',
      });
    }
    expect(refusedItem(() => shadow({ shadow: 'car' }))).toMatchObject({ loc: ['body', 'shadow'], type: 'enum' });
  });

  it('are those of cutouts alone, and a ZIP has none', () => {
    const taskOf = (name: Parameters<typeof operationNamed>[0], given: Record<string, string>) =>
      operationNamed(name).read(new Map(Object.entries({ shadow: 'drop', ...given })));
    for (const name of ['image-without-background', 'image-without-background-base64'] as const) {
      expect(taskOf(name, {})).toMatchObject({ output: { shadow: { kind: 'drop' } } });
      expect(taskOf(name, { output_format: 'zip' })).toMatchObject({ output: { shadow: null } });
    }
    for (const name of ['alpha-channel', 'car-image-without-background', 'car-layers-base64'] as const) {
      expect(taskOf(name, {})).toEqual(operationNamed(name).read(new Map()));
    }
  });
});
