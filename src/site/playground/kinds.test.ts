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

  it('is the same for all encodings of a kind', () => {
    for (const { operations } of kinds) {
      for (const { options } of operations) expect(options).toBe(operations[0].options);
    }
  });
});
