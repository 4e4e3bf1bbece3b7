import { describe, expect, it } from 'vitest';
import { processingOperations } from '../../contract/operations.ts';
import { fieldsOf, kinds } from './kinds.ts';

describe('what a form offers', () => {
  it('is every operation, each once, by what it makes', () => {
    expect(kinds.flatMap(({ operations }) => operations).map(({ name }) => name)).toEqual(
      processingOperations.map(({ name }) => name),
    );
    expect(new Set(kinds.map(({ label }) => label)).size).toBe(kinds.length);
  });

  it('is for every option each of its values, and the one where nothing is sent', () => {
    for (const kind of kinds) {
      for (const { name, values, standard } of fieldsOf(kind)) {
        const option = kind.operations[0].options[name];
        for (const value of values) expect(option.read(value, name)).toBe(value);
        const absent = option.read(undefined, name);
        if (absent !== undefined) expect(standard).toBe(absent);
        if (standard !== null) expect(values).toContain(standard);
      }
    }
  });

  it('is folded away in groups where it is of the output, or deprecated', () => {
    const groupsOf = (wanted: string) => {
      const kind = kinds.find(({ name }) => name === wanted);
      return new Map(kind && fieldsOf(kind).map(({ name, group }) => [name, group]));
    };
    const cutout = groupsOf('cutout');
    expect([...new Set(cutout.values())]).toEqual([null, 'Format and ground', 'Crop, canvas and size']);
    expect(cutout.get('edge_colors')).toBeNull();
    expect(cutout.get('output_format')).toBe('Format and ground');
    expect(groupsOf('matte').get('aspect')).toBe('Crop, canvas and size');
    expect(groupsOf('car-layers').get('include_shadow')).toBe('Deprecated');
  });

  it('is the same for all encodings of a kind', () => {
    for (const { operations } of kinds) {
      for (const { options } of operations) expect(options).toBe(operations[0].options);
    }
  });
});
