/** A network that was published in float16, or in part of it, computed in float32 throughout. */
import { makeWidener, widenAttributes } from './float16.ts';
import { DataType, type Graph, type GraphNode, onnx, type ValueInfo } from './proto.ts';

/** Makes every float16 value of a graph float32. A graph without any comes back as it was. */
export function widenGraph(graph: Graph): Graph {
  const widener = makeWidener();
  return {
    name: graph.name,
    nodes: graph.nodes.map((node) => widenCast(widenAttributes(node, widener))),
    initializers: graph.initializers.map(widener),
    inputs: graph.inputs.map(widenDeclaration),
    outputs: graph.outputs.map(widenDeclaration),
  };
}

function widenCast(node: GraphNode): GraphNode {
  if (node.opType !== 'Cast') return node;
  const attribute = node.attribute.map((item) =>
    item.name === 'to' && Number(item.i) === DataType.FLOAT16 ? { ...item, i: DataType.FLOAT } : item,
  );
  return onnx.NodeProto.create({ ...node, attribute });
}

function widenDeclaration(value: ValueInfo): ValueInfo {
  const tensorType = value.type?.tensorType;
  if (tensorType?.elemType !== DataType.FLOAT16) return value;
  return { ...value, type: { ...value.type, tensorType: { ...tensorType, elemType: DataType.FLOAT } } };
}
