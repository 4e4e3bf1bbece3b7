/** By what an answer is made, in one word: a client who keeps answers sees when the same call would give another one. */
import type { TaskKind } from '../../../contract/operations.ts';
import { otherNetworks } from '../../../contract/passes/declaration.ts';
import type { MatteSettings } from '../networks/matte-settings.ts';
import { type NetworkDescription, NetworkFault, type Networks } from '../networks/networks.ts';
import { pointSegmenterModel } from '../points/segmenter.ts';
import { refinerModel } from '../refine/refine.ts';
import { pipelineVersion } from './version.ts';

/** Characters of a digest of 64. */
const markLength = 12;
/** Networks that only tasks for cars ask. */
const ofCars = ['vehicle-detector', 'car-parts', 'car-shadow'];
/** A network that was renamed counts by its first name: a new name for the same weights is no reason to call again. */
const namesInDigests = new Map([['pass-chooser', 'look-chooser']]);

/** The name of the matte network, and what stands for all that a kind of task may ask. */
export interface MadeBy {
  readonly name: string;
  /** 12 hexadecimal characters. */
  readonly mark: string;
}

export interface Asks {
  /** A subject that is a vehicle becomes a task for cars. */
  readonly vehicle?: boolean;
  /** It has points. */
  readonly points?: boolean;
}

/**
 * By what tasks of a kind are made: the start of the SHA-256 over the weights of every network that they may ask, and over
 * the version of the pipeline. What a single call asks for or is refused changes nothing.
 *
 * @param asks what of a task beside its kind decides which networks it may ask
 *
 * Where a server does not report its weights, the names of its networks stand for them.
 */
export async function madeBy(
  kind: TaskKind,
  networks: Networks,
  settings: MatteSettings,
  asks: Asks = {},
): Promise<MadeBy> {
  const isCar = kind === 'car-cutout' || kind === 'car-layers';
  const matte = await descriptionOf(settings.model, networks);
  const others = [
    ...(isCar ? [] : otherNetworks(matte?.passes ?? {})),
    ...(settings.refiner && !isCar ? [refinerModel] : []),
    ...(isCar ? [] : ['image-type']),
    ...(isCar || asks.vehicle ? ofCars : []),
    ...(kind === 'car-layers' ? ['car-view'] : []),
    ...((isCar || asks.vehicle || asks.points) && settings.pointSegmenter ? [pointSegmenterModel] : []),
  ];
  const described = await Promise.all(others.map((model) => descriptionOf(model, networks)));
  const weights = [
    weightsOf(settings.model, matte),
    ...others.map((model, index) => weightsOf(model, described[index])),
  ];
  return {
    // A header holds no other characters.
    name: encodeURIComponent(matte?.name ?? settings.model),
    mark: await digest([...weights, pipelineVersion].join('\n')),
  };
}

/** The first 12 characters of the SHA-256 of a text, hexadecimal. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').slice(0, markLength);
}

function weightsOf(model: string, description: NetworkDescription | null): string {
  const name = description?.name ?? model;
  return description?.weights ?? namesInDigests.get(name) ?? name;
}

/** Null where the network cannot be asked: whether that matters to the task is for the task to say. */
async function descriptionOf(model: string, networks: Networks): Promise<NetworkDescription | null> {
  try {
    return await networks.describe(model);
  } catch (fault) {
    if (fault instanceof NetworkFault) return null;
    throw fault;
  }
}
