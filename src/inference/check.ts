/** Whether a request fits its model. Checked before anything waits: the runtime's own checks come late and miss some. */
import { bytesOfElement } from '../wire/protocol/datatype.ts';
import { MessageFault } from '../wire/protocol/fault.ts';
import type { RequestedOutput } from '../wire/protocol/message.ts';
import { bytesOfTensor, type WireTensor } from '../wire/protocol/tensor.ts';
import type { ServedModel } from './catalogue.ts';

/**
 * Compares names, datatypes and shapes with the manifest: height and width as declared, one batch size for all
 * inputs, 1 to `maxBatch`.
 * @throws MessageFault naming the input, what was expected and what came
 */
export function checkInputs(model: ServedModel, inputs: readonly WireTensor[]): void {
  const batches = new Set<number>();
  for (const input of inputs) {
    const declared = model.inputs.find(({ name }) => name === input.name);
    if (!declared)
      throw new MessageFault(`The network ${model.name} has no input ${input.name}; ${listNames(model.inputs)}`);
    if (input.datatype !== declared.datatype) {
      throw new MessageFault(`Expected ${declared.datatype} for input ${input.name} but received ${input.datatype}`);
    }
    const batch = batchOf(declared.shape, input.shape);
    if (batch === undefined) {
      throw new MessageFault(
        `Expected shape [${declared.shape.join(', ')}] for input ${input.name} but received [${input.shape.join(', ')}]`,
      );
    }
    if (batch < 1 || batch > model.maxBatch) {
      throw new MessageFault(
        `Expected a batch of 1 to ${model.maxBatch} for input ${input.name} but received ${batch}`,
      );
    }
    if (input.data.byteLength !== bytesOfTensor(input.name, input.datatype, input.shape)) {
      throw new MessageFault(`The data of input ${input.name} does not fill its shape`);
    }
    batches.add(batch);
  }
  const missing = model.inputs.find(({ name }) => !inputs.some((input) => input.name === name));
  if (missing) throw new MessageFault(`The input ${missing.name} of network ${model.name} is missing`);
  if (inputs.length > model.inputs.length) throw new MessageFault('An input is given twice');
  if (batches.size > 1) throw new MessageFault('The inputs differ in their batch size');
}

/**
 * Names of the outputs to compute, in the order asked for; all of them where none is named.
 * @throws MessageFault where one does not exist or is asked for twice
 */
export function chooseOutputs(model: ServedModel, requested: readonly RequestedOutput[] | undefined): string[] {
  if (!requested) return model.outputs.map(({ name }) => name);
  const names = requested.map(({ name }) => name);
  for (const name of names) {
    if (!model.outputs.some((output) => output.name === name)) {
      throw new MessageFault(`The network ${model.name} has no output ${name}; ${listNames(model.outputs)}`);
    }
  }
  if (new Set(names).size < names.length) throw new MessageFault('An output is asked for twice');
  return names;
}

/** JSON text of one element, at most, in a request that does not use binary data: `255, ` and a few brackets. */
const jsonBytesOfByte = 6;
const jsonBytesOfNumber = 24;
const jsonHeaderBytes = 64 * 1024;

/** Bytes of the largest sensible request body for a model, binary or JSON. */
export function largestBody(model: ServedModel): { readonly binary: number; readonly json: number } {
  let json = jsonHeaderBytes;
  let binary = jsonHeaderBytes;
  for (const { datatype, shape } of model.inputs) {
    const count = shape.reduce((product, dimension) => product * (dimension === -1 ? model.maxBatch : dimension), 1);
    const bytes = bytesOfElement(datatype);
    binary += count * bytes;
    json += count * (bytes === 1 ? jsonBytesOfByte : jsonBytesOfNumber);
  }
  return { binary, json };
}

/** The size of the free dimension (1 where there is none), undefined where the shapes do not fit. */
function batchOf(declared: readonly number[], actual: readonly number[]): number | undefined {
  if (declared.length !== actual.length) return undefined;
  const fits = declared.every((dimension, index) => dimension === -1 || dimension === actual[index]);
  const free = declared.indexOf(-1);
  return fits ? (free < 0 ? 1 : actual[free]) : undefined;
}

function listNames(tensors: readonly { readonly name: string }[]): string {
  return `it has ${tensors.map(({ name }) => name).join(', ')}`;
}
