import { describe, expect, it } from 'vitest';
import { makeFloats, makeNode } from './build.ts';
import { initializersFor, nodesFor, producersOf, readInteger, readIntegers } from './walk.ts';

const first = makeNode('Conv', ['input', 'weight'], 'a', { strides: [2, 2] });
const second = makeNode('Relu', ['a'], 'b');
const third = makeNode('Add', ['a', 'b'], 'c', { axis: 1 });
const unused = makeNode('Relu', ['a', 'other weight'], 'd');

describe('nodesFor', () => {
  it('puts each node after the nodes it reads from, whatever the order of the list', () => {
    expect(nodesFor('c', [third, unused, second, first])).toEqual([first, second, third]);
    expect(nodesFor('c', [first, second, third, unused])).toEqual([first, second, third]);
  });

  it('leaves out what the value does not need', () => {
    expect(nodesFor('b', [first, second, third, unused])).toEqual([first, second]);
  });

  it('is empty for an input', () => {
    expect(nodesFor('input', [first])).toEqual([]);
  });
});

describe('producersOf', () => {
  it('knows who makes a value', () => {
    expect(producersOf([first, second]).get('b')).toBe(second);
    expect(producersOf([first, second]).get('input')).toBeUndefined();
  });
});

describe('initializersFor', () => {
  it('keeps the weights that are read', () => {
    const graph = {
      name: '',
      nodes: [],
      inputs: [],
      outputs: [],
      initializers: [makeFloats('other weight', [1]), makeFloats('weight', [1])],
    };
    expect(initializersFor([first], graph).map(({ name }) => name)).toEqual(['weight']);
  });
});

describe('attributes', () => {
  it('are numbers, or the default of the operator', () => {
    expect(readIntegers(first, 'strides', [1, 1])).toEqual([2, 2]);
    expect(readIntegers(first, 'dilations', [1, 1])).toEqual([1, 1]);
    expect(readInteger(third, 'axis', 0)).toBe(1);
    expect(readInteger(third, 'keepdims', 7)).toBe(7);
  });
});
