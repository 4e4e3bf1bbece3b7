import { describe, expect, it } from 'vitest';
import { checkModel, model, modelOption } from './model.ts';
import { processingOperations } from './operations.ts';
import { refusedItem } from './testing/refused-item.ts';

describe('a network by name', () => {
  it.each(['matte', 'birefnet-lite', 'v2.1_x', 'a'.repeat(64)])('%s is read', (name) => {
    expect(model.read(name, 'model')).toBe(name);
    expect(modelOption.read(modelOption.write(name))).toBe(name);
  });

  it.each(['', 'two words', 'a'.repeat(65), '../matte', 7, true])('%j is refused', (value) => {
    expect(refusedItem(() => model.read(value, 'model'))).toMatchObject({ loc: ['body', 'model'], type: 'enum' });
  });

  it('is an option of every operation, and nothing where it is absent', () => {
    for (const operation of processingOperations) {
      expect(operation.read(new Map([['model', 'other']]))).toMatchObject({ model: 'other' });
      expect(operation.read(new Map())).toMatchObject({ model: undefined });
    }
    expect(modelOption.read(null)).toBeUndefined();
  });

  it('is refused where the deployment does not offer it, with the names that it does', () => {
    checkModel({}, []);
    checkModel({ model: 'other' }, ['matte', 'other']);
    expect(refusedItem(() => checkModel({ model: 'third' }, ['matte', 'other']))).toEqual({
      loc: ['body', 'model'],
      msg: "Expected 'matte' or 'other' for model but received 'third'",
      type: 'enum',
    });
  });
});
