/** Where a published matte network takes its picture and gives its matte, checked against what is expected of it. */
import { DataType, type Graph, type ValueInfo } from '../onnx/proto.ts';
import { producersOf } from '../onnx/walk.ts';
import type { MattePreparation } from './preparation.ts';

export interface MatteInterface {
  readonly input: ValueInfo;
  readonly output: ValueInfo;
  /** 1 where the network takes one picture at a time. */
  readonly batch: 'N' | 1;
  /** True where the graph ends in a sigmoid of its own. */
  readonly isActivated: boolean;
}

/**
 * Finds the picture and the matte of a graph. Names of inputs differ between publishers and do not count; of several
 * outputs the one that the preparation names is used.
 * @throws Error with one line that says what was expected and what was found
 */
export function findInterface(graph: Graph, { input, output }: MattePreparation): MatteInterface {
  const weights = new Set(graph.initializers.map(({ name }) => name));
  const inputs = graph.inputs.filter(({ name }) => !weights.has(name ?? ''));
  const picture = inputs.length === 1 ? inputs[0] : undefined;
  const size = [input.heightPx, input.widthPx];
  if (!picture || !matches(picture, [3, ...size])) {
    throw new Error(`Expected one picture as float [N,3,${size.join(',')}] but the graph takes ${describe(inputs)}`);
  }
  const matte = graph.outputs.find(({ name }) => name === output.name) ?? only(graph.outputs);
  if (!matte || !matches(matte, [1, ...size])) {
    const wanted = `a matte ${output.name} as float [N,1,${size.join(',')}]`;
    throw new Error(`Expected ${wanted} but the graph gives ${describe(matte ? [matte] : graph.outputs)}`);
  }
  const batch = sizesOf(picture)[0] === 1 ? 1 : 'N';
  return { input: picture, output: matte, batch, isActivated: endsInSigmoid(graph, matte.name ?? '') };
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** True for floats of four dimensions whose last three are these or left open. */
function matches(value: ValueInfo, expected: readonly number[]): boolean {
  const type = value.type?.tensorType?.elemType;
  const sizes = sizesOf(value);
  const isOpen = (size: number | string): boolean => typeof size === 'string' || size <= 0;
  return (
    (type === DataType.FLOAT || type === DataType.FLOAT16) &&
    sizes.length === 4 &&
    expected.every((size, at) => sizes[at + 1] === size || isOpen(sizes[at + 1]))
  );
}

/** Sizes of a declaration: numbers, or names of sizes that the caller chooses. */
function sizesOf(value: ValueInfo): readonly (number | string)[] {
  const dims = value.type?.tensorType?.shape?.dim ?? [];
  return dims.map(({ dimValue, dimParam }) => dimParam || Number(dimValue ?? 0));
}

function describe(values: readonly ValueInfo[]): string {
  if (values.length === 0) return 'nothing';
  return values.map((value) => `${value.name} ${typeName(value)} [${sizesOf(value).join(',')}]`).join(' and ');
}

function typeName(value: ValueInfo): string {
  const type = value.type?.tensorType?.elemType ?? DataType.UNDEFINED;
  return (DataType[type] ?? `type ${type}`).toLowerCase();
}

/** Skips operators that change no value. */
function endsInSigmoid({ nodes }: Graph, output: string): boolean {
  const producers = producersOf(nodes);
  let node = producers.get(output);
  while (node?.opType === 'Cast' || node?.opType === 'Identity') node = producers.get(node.input[0]);
  return node?.opType === 'Sigmoid';
}
