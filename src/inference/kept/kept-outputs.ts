/**
 * What is kept of runs, for callers for whom it may be: the outputs of a network by its input, and of a network behind an encoder what
 * the encoder made, by the picture alone. A further run with the same input is answered with the very bytes of the first.
 */
import { createHash } from 'node:crypto';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedEncoder, ServedModel } from '../catalogue.ts';
import type { RunRequest } from '../run-request.ts';
import { KeptTensors } from './kept-tensors.ts';

/** Runs a network. */
export type Run = (request: RunRequest) => Promise<readonly WireTensor[]>;

/** Called for each run of a caller for whom outputs may be kept. @param found whether they were */
export type OnLookup = (model: ServedModel, found: boolean) => void;

/** Owns the outputs that are kept. */
export class KeptOutputs {
  readonly #tensors: KeptTensors;
  readonly #isOff: boolean;
  readonly #onLookup: OnLookup;

  /** @param limitBytes 0 keeps nothing */
  constructor(limitBytes: number, onLookup: OnLookup = () => {}) {
    this.#tensors = new KeptTensors(limitBytes);
    this.#isOff = limitBytes === 0;
    this.#onLookup = onLookup;
  }

  /** What it holds, never more than its limit. */
  get bytes(): number {
    return this.#tensors.bytes;
  }

  /**
   * Answers a run with what is kept, or runs the network and keeps its outputs. Two equal runs at once are both run.
   * @param request of a caller for whom outputs may be kept
   * @throws whatever `run` throws; nothing is kept then
   */
  async run(model: ServedModel, request: RunRequest, run: Run): Promise<readonly WireTensor[]> {
    if (this.#isOff) return run(request);
    return model.encoder ? this.#behindEncoder(model, model.encoder, request, run) : this.#whole(model, request, run);
  }

  /** Gives everything back, and keeps nothing any more. */
  close(): void {
    this.#tensors.close();
  }

  async #whole(model: ServedModel, request: RunRequest, run: Run): Promise<readonly WireTensor[]> {
    const { caller = '' } = request;
    const name = nameOf(model, [model.precision, ...request.outputs], request.inputs);
    const known = this.#find(model, caller, name);
    if (known) return known;
    const outputs = await run(request);
    this.#tensors.keep(caller, name, outputs);
    return outputs;
  }

  async #behindEncoder(
    model: ServedModel,
    encoder: ServedEncoder,
    request: RunRequest,
    run: Run,
  ): Promise<readonly WireTensor[]> {
    const isSeen = (tensor: WireTensor) => encoder.inputs.includes(tensor.name);
    const isMade = (tensor: WireTensor) => encoder.outputs.includes(tensor.name);
    const { caller = '' } = request;
    const name = nameOf(model, [encoder.precision], request.inputs.filter(isSeen));
    const known = this.#find(model, caller, name);
    if (known) return run({ ...request, inputs: [...known, ...request.inputs.filter((tensor) => !isSeen(tensor))] });
    const outputs = await run({ ...request, outputs: [...request.outputs, ...encoder.outputs] });
    this.#tensors.keep(caller, name, outputs.filter(isMade));
    return outputs.filter((tensor) => !isMade(tensor));
  }

  #find(model: ServedModel, caller: string, name: string): readonly WireTensor[] | undefined {
    const known = this.#tensors.find(caller, name);
    this.#onLookup(model, known !== undefined);
    return known;
  }
}

/** Of a network, what decides its bytes beside its input, and the SHA-256 of that. */
function nameOf(model: ServedModel, terms: readonly string[], inputs: readonly WireTensor[]): string {
  const hash = createHash('sha256');
  for (const { name, datatype, shape, data } of inputs) {
    hash.update(JSON.stringify([name, datatype, shape])).update(data);
  }
  return JSON.stringify([model.name, ...terms, hash.digest('hex')]);
}
