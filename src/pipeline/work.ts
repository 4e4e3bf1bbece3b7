/** The whole work on one picture: looks, alpha at the size of the picture, and the PNG that the caller gets. */
import type { Task } from '../contract/operations.ts';
import { carCutoutRows, shadowRows } from './car/compose.ts';
import { type CarView, findCar } from './car/layers.ts';
import { cutoutRows, matteRows } from './compose.ts';
import { alphaOf, type DrawnMatte } from './edges/alpha-source.ts';
import { estimateColours } from './edges/colours.ts';
import { classify, type ImageType } from './looks/classify.ts';
import { findSubject, type Subject } from './looks/subject.ts';
import { isLost } from './looks/unknown.ts';
import { hasSubject } from './matte.ts';
import type { MatteSettings } from './matte-settings.ts';
import type { Networks } from './networks.ts';
import type { Picture } from './picture/picture.ts';
import { encodePng } from './png/encode.ts';
import { type RefinedMatte, refine } from './refine/refine.ts';

/** What is asked of the largest vehicle. */
type CarTask = Extract<Task, { readonly kind: `car-${string}` }>;
/** What is asked of the subject, whatever it is. */
type SubjectTask = Exclude<Task, CarTask>;

/** What a task gives. Streams are made as they are read: the picture must stay open until the last one has ended. */
export interface Result {
  /** False where the network saw nothing that stands out. */
  readonly subjectFound: boolean;
  /** False where a soft edge was to be refined and a part of it was left out, for want of tiles or of an answer. */
  readonly refined: boolean;
  /** Null where it was not asked for, or the classifier did not answer. */
  readonly imageType: ImageType | null;
  readonly view: CarView | null;
  readonly png: ReadableStream<Uint8Array>;
  /** A second picture, to be read after the first. */
  readonly shadowPng: ReadableStream<Uint8Array> | null;
}

/**
 * Does what a task says.
 * @throws ImageFault where the task needs a vehicle and there is none, NetworkFault
 */
export async function work(picture: Picture, networks: Networks, settings: MatteSettings, task: Task): Promise<Result> {
  switch (task.kind) {
    case 'cutout':
    case 'matte':
      return workOnSubject(picture, networks, settings, task);
    case 'car-cutout':
    case 'car-layers':
      return workOnCar(picture, networks, settings, task);
  }
}

/** Whether the refiner may be asked for a task. */
export function mayBeRefined(task: Task, { refiner }: MatteSettings): boolean {
  switch (task.kind) {
    case 'cutout':
    case 'matte':
      return refiner && task.refine;
    case 'car-cutout':
    case 'car-layers':
      return refiner;
  }
}

async function workOnSubject(
  picture: Picture,
  networks: Networks,
  settings: MatteSettings,
  task: SubjectTask,
): Promise<Result> {
  const [{ found, complete, colours, layer, alpha }, imageType] = await Promise.all([
    drawSubject(picture, networks, { ...settings, refiner: mayBeRefined(task, settings) }),
    task.imageType ? classify(picture, networks) : null,
  ]);
  const png = subjectPng(picture, task, { layer, alpha }, colours);
  return { subjectFound: found, refined: complete, imageType, view: null, png, shadowPng: null };
}

/** The PNG that a task of the subject asks for. */
function subjectPng(
  picture: Picture,
  task: SubjectTask,
  { layer, alpha }: DrawnMatte,
  colours: Subject['colours'],
): ReadableStream<Uint8Array> {
  switch (task.kind) {
    case 'cutout': {
      const edgeColours = task.cleanEdges ? estimateColours(layer, colours) : null;
      return encodePng(cutoutRows(picture, alpha, edgeColours), picture.icc);
    }
    case 'matte':
      return encodePng(matteRows(picture, alpha), null);
  }
}

async function drawSubject(picture: Picture, networks: Networks, settings: MatteSettings) {
  const subject = await findSubject(picture, networks, settings.model);
  const drawn = await draw(picture, networks, settings, subject);
  return { found: hasSubject(subject.layer.plane), colours: subject.colours, ...drawn };
}

/** Draws a matte at the size of the picture, as the settings want it. */
async function draw(
  picture: Picture,
  networks: Networks,
  { upsampling, refiner }: MatteSettings,
  { layer, colours }: Subject,
): Promise<RefinedMatte> {
  const guided = upsampling === 'guided';
  const alpha = alphaOf(layer, guided ? colours : null);
  // Along the edges of a matte that has lost its subject a refiner makes a wrong thing sharp.
  if (!refiner || isLost(layer.plane)) return { layer, alpha, complete: true };
  return refine(picture, { layer, alpha, guided }, networks);
}

async function workOnCar(
  picture: Picture,
  networks: Networks,
  settings: MatteSettings,
  { kind, windows, shadow }: CarTask,
): Promise<Result> {
  const apart = kind === 'car-layers';
  const layers = await findCar(picture, networks, settings.model, { windows, shadow, view: apart });
  const { alpha: outline, complete } = await draw(picture, networks, settings, {
    layer: layers.body,
    colours: layers.colours,
  });
  return {
    subjectFound: true,
    refined: complete,
    imageType: null,
    view: layers.view,
    png: encodePng(carCutoutRows(picture, layers, outline, !apart), picture.icc),
    shadowPng: apart && shadow ? encodePng(shadowRows(picture, layers, outline), null) : null,
  };
}
