import { describe, expect, it } from 'vitest';
import { processingOperations } from '../../../contract/operations.ts';
import { fieldsOf, kinds } from './kinds.ts';

describe('what a form offers', () => {
  it('is every operation, each once, by what it makes', () => {
    expect(kinds.flatMap(({ operations }) => operations).map(({ name }) => name)).toEqual(
      processingOperations.map(({ name }) => name),
    );
    expect(new Set(kinds.map(({ label }) => label)).size).toBe(kinds.length);
  });

  it('is for every option each of its values, of which one is chosen where nothing is sent', () => {
    for (const kind of kinds) {
      for (const { name, values, standard } of fieldsOf(kind)) {
        const option = kind.operations[0].options[name];
        for (const value of values) expect(option.read(value, name)).toBe(value);
        const absent = option.read(undefined, name);
        if (absent !== undefined && !option.isFile) expect(standard).toBe(absent);
        if (values.length > 0) expect(values).toContain(standard);
      }
    }
  });

  it('is every option but those that are deprecated', () => {
    for (const kind of kinds) {
      const options = Object.entries(kind.operations[0].options);
      const wanted = options.filter(([, { schema }]) => schema.deprecated !== true).map(([name]) => name);
      expect(fieldsOf(kind).map(({ name }) => name)).toEqual(wanted);
    }
    const car = kinds.find(({ name }) => name === 'car-cutout');
    expect(Object.keys(car?.operations[0].options ?? {})).toContain('include_shadow');
    expect(car && fieldsOf(car).map(({ name }) => name)).not.toContain('include_shadow');
  });

  it('has a control of its own where many may want it', () => {
    const ownOf = (wanted: string) => {
      const kind = kinds.find(({ name }) => name === wanted);
      return kind ? fieldsOf(kind).flatMap(({ name, hasOwnControl }) => (hasOwnControl ? [name] : [])) : [];
    };
    expect(ownOf('cutout')).toEqual([
      ...['output_format', 'output_quality', 'background_color', 'background_image', 'crop', 'crop_margin', 'max_size'],
      ...['aspect', 'scale', 'shadow'],
    ]);
    expect(ownOf('matte')).toEqual(['crop', 'crop_margin', 'max_size', 'aspect', 'scale']);
    expect(ownOf('car-layers')).toEqual([]);
  });

  it('is the same for all encodings of a kind', () => {
    for (const { operations } of kinds) {
      for (const { options } of operations) expect(options).toBe(operations[0].options);
    }
  });
});
