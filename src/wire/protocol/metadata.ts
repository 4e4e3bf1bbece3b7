/** A model's metadata ("Model Metadata Response JSON Object"): what goes in and what comes out of it. */
import { type Datatype, isDatatype } from './datatype.ts';
import { MessageFault } from './fault.ts';
import { isRecord } from './frame.ts';

export interface TensorMetadata {
  readonly name: string;
  readonly datatype: Datatype;
  /** -1 stands for a variable dimension, which here is the batch. */
  readonly shape: readonly number[];
}

export interface ModelMetadata {
  readonly name: string;
  readonly versions: readonly string[];
  readonly platform: string;
  readonly inputs: readonly TensorMetadata[];
  readonly outputs: readonly TensorMetadata[];
  /** What the protocol does not know; left out by servers that have no place for it there. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a metadata answer, of any server that speaks the protocol.
 * @param text the answer's body
 * @throws MessageFault
 */
export function decodeModelMetadata(text: string): ModelMetadata {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new MessageFault('The model metadata is not JSON', cause);
  }
  if (!isRecord(parsed)) throw new MessageFault('The model metadata is not a JSON object');
  const { name, parameters } = parsed;
  // KServe writes null for what it has no value for.
  const versions = parsed.versions ?? [];
  const platform = parsed.platform ?? '';
  if (typeof name !== 'string' || typeof platform !== 'string' || !Array.isArray(versions)) {
    throw new MessageFault('The model metadata lacks a name, versions or a platform');
  }
  return {
    name,
    versions: versions.map(String),
    platform,
    inputs: readTensors(parsed.inputs, 'inputs'),
    outputs: readTensors(parsed.outputs, 'outputs'),
    ...(isRecord(parameters) ? { parameters } : {}),
  };
}

function readTensors(list: unknown, member: string): TensorMetadata[] {
  if (!Array.isArray(list) || list.length === 0) throw new MessageFault(`The model metadata lists no ${member}`);
  return list.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.name !== 'string' || !isDatatype(entry.datatype)) {
      throw new MessageFault(`The model metadata has a malformed entry in ${member}`);
    }
    const { name, datatype, shape } = entry;
    if (!Array.isArray(shape) || !shape.every((dimension) => Number.isSafeInteger(dimension) && dimension >= -1)) {
      throw new MessageFault(`The model metadata has a malformed shape in ${name}`);
    }
    return { name, datatype, shape: shape as number[] };
  });
}
