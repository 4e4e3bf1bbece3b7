/**
 * Infer requests and responses of the Open Inference Protocol v2 ("Inference Request JSON Object", "Inference
 * Response JSON Object") with the binary tensor data extension. Both directions, so that a client and a server
 * cannot disagree. Sizes are checked before anything is allocated.
 */
import { decodeEntries, encodeEntry, readEntry } from './entries.ts';
import { MessageFault } from './fault.ts';
import { type EncodedMessage, isRecord, joinFrame, type MessageFrame, splitFrame } from './frame.ts';
import type { WireTensor } from './tensor.ts';

export interface RequestedOutput {
  readonly name: string;
  readonly binary: boolean;
}

export interface InferRequest {
  readonly id?: string;
  readonly inputs: readonly WireTensor[];
  /** Absent: all outputs of the model. */
  readonly outputs?: readonly RequestedOutput[];
  /** Whether outputs that the list above does not name come back as binary data. */
  readonly binaryOutput: boolean;
}

export interface InferResponse {
  readonly modelName: string;
  readonly modelVersion?: string;
  readonly id?: string;
  readonly outputs: readonly WireTensor[];
}

const maxIdLength = 256;
const maxOutputs = 64;

/**
 * Writes a request whose inputs all travel as binary data.
 * @throws MessageFault where a tensor's data does not fit its shape
 */
export function encodeInferRequest(request: InferRequest): EncodedMessage {
  const header = {
    ...(request.id === undefined ? {} : { id: request.id }),
    ...(request.binaryOutput ? { parameters: { binary_data_output: true } } : {}),
    inputs: request.inputs.map((tensor) => encodeEntry(tensor, true)),
    ...(request.outputs
      ? { outputs: request.outputs.map(({ name, binary }) => ({ name, parameters: { binary_data: binary } })) }
      : {}),
  };
  return joinFrame(header, request.inputs);
}

/**
 * Reads a request. Its tensors are views on the body.
 * @param headerLength value of `Inference-Header-Content-Length`, or null
 * @throws MessageFault
 */
export function decodeInferRequest(body: Uint8Array, headerLength: string | null): InferRequest {
  const frame = splitFrame(body, headerLength);
  const binaryOutput = readParameters(frame).binary_data_output === true;
  return {
    id: readId(frame),
    inputs: decodeEntries(frame.header.inputs, 'inputs', frame),
    outputs: readRequestedOutputs(frame.header.outputs, binaryOutput),
    binaryOutput,
  };
}

/**
 * Writes a response. Outputs that `binary` accepts follow the header, the others are JSON arrays inside it.
 * @throws MessageFault where a tensor's data does not fit its shape
 */
export function encodeInferResponse(response: InferResponse, binary: (output: string) => boolean): EncodedMessage {
  const header = {
    model_name: response.modelName,
    ...(response.modelVersion === undefined ? {} : { model_version: response.modelVersion }),
    ...(response.id === undefined ? {} : { id: response.id }),
    outputs: response.outputs.map((tensor) => encodeEntry(tensor, binary(tensor.name))),
  };
  return joinFrame(
    header,
    response.outputs.filter(({ name }) => binary(name)),
  );
}

/**
 * Reads a response. Its tensors are views on the body.
 * @param headerLength value of `Inference-Header-Content-Length`, or null
 * @throws MessageFault
 */
export function decodeInferResponse(body: Uint8Array, headerLength: string | null): InferResponse {
  const frame = splitFrame(body, headerLength);
  const modelName = frame.header.model_name;
  const modelVersion = frame.header.model_version ?? undefined;
  if (typeof modelName !== 'string') throw new MessageFault('Expected a text as model_name');
  // A version is a text: servers count them, and none promises a number.
  if (modelVersion !== undefined && typeof modelVersion !== 'string') {
    throw new MessageFault('Expected a text as model_version');
  }
  return { modelName, modelVersion, id: readId(frame), outputs: decodeEntries(frame.header.outputs, 'outputs', frame) };
}

function readId(frame: MessageFrame): string | undefined {
  // Some peers write null for what has no value.
  const id = frame.header.id ?? undefined;
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || id.length > maxIdLength) {
    throw new MessageFault(`Expected a text of at most ${maxIdLength} characters as id`);
  }
  return id;
}

function readParameters(frame: MessageFrame): Readonly<Record<string, unknown>> {
  const parameters = frame.header.parameters ?? {};
  if (!isRecord(parameters)) throw new MessageFault('Expected an object as parameters');
  return parameters;
}

function readRequestedOutputs(list: unknown, binaryOutput: boolean): RequestedOutput[] | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list) || list.length > maxOutputs) {
    throw new MessageFault(`Expected at most ${maxOutputs} outputs`);
  }
  // An empty list means the same as none: every output.
  if (list.length === 0) return undefined;
  return list.map((entry: unknown) => {
    const { name, parameters } = readEntry(entry, 'outputs');
    const { binary_data: binary = binaryOutput } = parameters;
    if (typeof binary !== 'boolean') throw new MessageFault(`Expected true or false as binary_data of ${name}`);
    return { name, binary };
  });
}
