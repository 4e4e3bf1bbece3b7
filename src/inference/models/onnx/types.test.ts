import { expect, it } from 'vitest';
import { declareFloats, makeFloats, makeIntegers, makeNode } from './build.ts';
import { DataType } from './proto.ts';
import { elementTypes } from './types.ts';

it('follows types through operators', () => {
  const single = makeNode('Constant', [], 'single');
  single.attribute = [{ name: 'value', t: makeFloats('', [1]) }];
  const listed = makeNode('Constant', [], 'listed');
  listed.attribute = [{ name: 'value_ints', ints: [1] }];
  const top = makeNode('TopK', ['scaled', 'one'], 'best');
  top.output = ['best', 'places'];
  const types = elementTypes({
    name: '',
    nodes: [
      single,
      listed,
      makeNode('Mul', ['picture', 'single'], 'scaled'),
      makeNode('Shape', ['scaled'], 'shape'),
      makeNode('ConstantOfShape', ['shape'], 'zeros'),
      makeNode('Less', ['scaled', 'zeros'], 'below'),
      makeNode('Where', ['below', 'zeros', 'scaled'], 'kept'),
      makeNode('Cast', ['kept'], 'whole', { to: DataType.INT64 }),
      top,
    ],
    initializers: [makeIntegers('one', [1])],
    inputs: [declareFloats('picture', [1])],
    outputs: [],
  });
  const { FLOAT, INT64, BOOL } = DataType;
  expect(Object.fromEntries(types)).toEqual({
    picture: FLOAT,
    one: INT64,
    single: FLOAT,
    listed: INT64,
    scaled: FLOAT,
    shape: INT64,
    zeros: FLOAT,
    below: BOOL,
    kept: FLOAT,
    whole: INT64,
    best: FLOAT,
    places: INT64,
  });
});
