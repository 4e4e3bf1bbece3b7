/** The whole work on one picture: what networks see, what they say, what the caller gets. */
import { carCutoutRows, shadowRows } from './car/compose.ts';
import { type CarView, findCar } from './car/layers.ts';
import { classify, type ImageType } from './classify.ts';
import { cutoutRows, matteRows } from './compose.ts';
import type { Deflate } from './deflate.ts';
import { edgeColours } from './edges/colours.ts';
import { hasSubject } from './matte.ts';
import type { MatteSettings } from './matte-settings.ts';
import type { Networks } from './networks.ts';
import type { Picture } from './picture.ts';
import { encodePng } from './png/encode.ts';
import { findSubject } from './subject.ts';
import { type CarTask, isCarTask, type SubjectTask, type Task } from './task.ts';

/** Made as it is read: the picture must stay open until the last stream has ended. */
export interface Result {
  /** False where the network saw nothing that stands out. */
  readonly subjectFound: boolean;
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
export async function work(
  picture: Picture,
  networks: Networks,
  deflate: Deflate,
  settings: MatteSettings,
  task: Task,
): Promise<Result> {
  return isCarTask(task)
    ? workOnCar(picture, networks, deflate, settings, task)
    : workOnSubject(picture, networks, deflate, settings, task);
}

async function workOnSubject(
  picture: Picture,
  networks: Networks,
  deflate: Deflate,
  settings: MatteSettings,
  task: SubjectTask,
): Promise<Result> {
  const [{ layer, colours }, imageType] = await Promise.all([
    findSubject(picture, networks, settings.model),
    task.imageType ? classify(picture, networks) : null,
  ]);
  const guide = settings.upsampling === 'guided' ? colours : null;
  const png =
    task.kind === 'cutout'
      ? encodePng(
          cutoutRows(picture, layer, { guide, colours: task.cleanEdges ? edgeColours(layer.matte, colours) : null }),
          picture.icc,
          deflate,
        )
      : encodePng(matteRows(picture, layer, guide), null, deflate);
  return { subjectFound: hasSubject(layer.matte), imageType, view: null, png, shadowPng: null };
}

async function workOnCar(
  picture: Picture,
  networks: Networks,
  deflate: Deflate,
  settings: MatteSettings,
  { kind, windows, shadow }: CarTask,
): Promise<Result> {
  const apart = kind === 'car-layers';
  const layers = await findCar(picture, networks, settings, { windows, shadow, view: apart });
  return {
    subjectFound: true,
    imageType: null,
    view: layers.view,
    png: encodePng(carCutoutRows(picture, layers, !apart), picture.icc, deflate),
    shadowPng: apart && shadow ? encodePng(shadowRows(picture, layers), null, deflate) : null,
  };
}
