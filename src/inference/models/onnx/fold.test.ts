import { expect, it } from 'vitest';
import { makeFloats, makeNode } from './build.ts';
import { narrow } from './float16.ts';
import { foldWeightCasts } from './fold.ts';
import { DataType, type Graph } from './proto.ts';

/** One weight behind a Cast, one that another node reads as float16 too, and a Cast of a value. */
const graph: Graph = {
  name: 'casts',
  nodes: [
    makeNode('Cast', ['w/half'], 'w', { to: DataType.FLOAT }),
    makeNode('Cast', ['v/half'], 'v', { to: DataType.FLOAT }),
    makeNode('Cast', ['bytes'], 'x', { to: DataType.FLOAT }),
    makeNode('Mul', ['x', 'w'], 'y'),
    makeNode('Add', ['y', 'v'], 'z'),
    makeNode('Identity', ['v/half'], 'spy'),
  ],
  initializers: [narrow(makeFloats('w', [0.5, -2], [2]), 'w/half'), narrow(makeFloats('v', [1], [1]), 'v/half')],
  inputs: [],
  outputs: [],
};

it('weights behind a Cast are the float32 numbers that they are, and nothing else changes', () => {
  const { nodes, initializers } = foldWeightCasts(graph);
  expect(nodes.map(({ output: [value] }) => value)).toEqual(['x', 'y', 'z', 'spy']);
  expect(initializers.map(({ name, dataType }) => [name, dataType])).toEqual([
    ['v/half', DataType.FLOAT16],
    ['w', DataType.FLOAT],
    ['v', DataType.FLOAT],
  ]);
  const [, w] = initializers;
  expect(w.dims.map(Number)).toEqual([2]);
  const view = new DataView(w.rawData.buffer, w.rawData.byteOffset);
  expect([view.getFloat32(0, true), view.getFloat32(4, true)]).toEqual([0.5, -2]);
});

it('a graph without float16 weights stays as it is', () => {
  const plain = { ...graph, nodes: graph.nodes.slice(2, 4), initializers: [makeFloats('w', [0.5], [1])] };
  expect(foldWeightCasts(plain)).toEqual(plain);
});
