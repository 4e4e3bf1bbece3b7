import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { describe, expect, it, test } from 'vitest';
import { lumaModel } from '../../../../testing/models/tiny.ts';
import { inProject } from '../../../local/root.ts';
import { decodeModel, encodeModel, graphOf, onnx } from './proto.ts';

describe('decodeModel', () => {
  it.each([
    ['text', new TextEncoder().encode('<html>not a model</html>')],
    ['a cut file', lumaModel().subarray(0, 100)],
    ['an empty file', new Uint8Array(0)],
  ])('refuses %s', (_what, bytes) => {
    expect(() => decodeModel(bytes)).toThrow('This file is not an ONNX model');
  });

  it('gives back what encodeModel wrote', () => {
    const graph = graphOf(decodeModel(lumaModel()));
    expect(graph.nodes.map(({ opType }) => opType)).toEqual(['Cast', 'ReduceMean', 'Add', 'Cast']);
    expect(encodeModel(graph, { producer: 'edgematte tests', opset: 15 })).toEqual(lumaModel());
  });

  it('leaves weights where they are', () => {
    const bytes = lumaModel();
    const { initializers } = graphOf(decodeModel(bytes));
    expect(initializers.length).toBeGreaterThan(0);
    for (const { rawData } of initializers) expect(rawData.buffer).toBe(bytes.buffer);
  });
});

describe('the generated code', () => {
  const { root } = protobuf.parse(readFileSync(inProject('src/inference/models/onnx/onnx.proto'), 'utf8'));
  root.resolveAll();
  const types = typesIn(root.lookup('onnx'));

  test.each(types.map((type) => [type.fullName.slice('.onnx.'.length), type] as const))('knows %s', (name, type) => {
    const message = Object.fromEntries(type.fieldsArray.map((field) => [field.name, sampleOf(field)]));
    const bytes = type.encode(type.fromObject(message)).finish();
    const generated = codecOf(name);
    expect(bytes.length).toBeGreaterThan(type.oneofsArray.length > 0 ? 0 : type.fieldsArray.length);
    expect(generated.encode(generated.decode(bytes)).finish()).toEqual(bytes);
  });
});

interface Codec {
  decode(bytes: Uint8Array): object;
  encode(message: object): { finish(): Uint8Array };
}

/** Of a name such as TypeProto.Tensor. */
function codecOf(name: string): Codec {
  const found = name.split('.').reduce<unknown>((at, part) => Reflect.get(Object(at), part), onnx);
  if (isCodec(found)) return found;
  throw new Error(`There is no ${name}`);
}

function isCodec(value: unknown): value is Codec {
  return typeof value === 'function' && 'decode' in value && 'encode' in value;
}

/** Messages of a namespace, those inside others too. */
function typesIn(space: protobuf.ReflectionObject | null): protobuf.Type[] {
  if (!(space instanceof protobuf.Namespace)) return [];
  return [...(space instanceof protobuf.Type ? [space] : []), ...space.nestedArray.flatMap(typesIn)];
}

/** A value that is not the default; of messages an empty one. */
function sampleOf(field: protobuf.Field): unknown {
  field.resolve();
  const { resolvedType, type } = field;
  const value = () => {
    if (resolvedType instanceof protobuf.Enum) return 1;
    if (resolvedType) return {};
    if (type === 'string') return 'text';
    return type === 'bytes' ? new Uint8Array([1, 2]) : 3;
  };
  return field.repeated ? [value(), value()] : value();
}
