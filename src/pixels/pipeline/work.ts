/** The whole work on one picture: passes, alpha at the size of the picture, and the file that the caller gets. */
import type { Holes } from '../../contract/holes.ts';
import type { Task } from '../../contract/operations.ts';
import type { AskedPoints } from '../../contract/points.ts';
import { inTurns } from '../bounds/shared-thread.ts';
import { vehicleAsSubject } from './car/as-subject.ts';
import { carCutoutRows, shadowRows } from './car/compose.ts';
import { type CarView, findCar } from './car/layers.ts';
import { detectorModel, type Vehicles } from './car/vehicle.ts';
import { draw, drawSubject } from './draw.ts';
import type { AlphaSource } from './edges/alpha-source.ts';
import { cutByColour, flatBackgroundOf } from './flat/cut.ts';
import { clickedBytes, cutBytes } from './flat/room.ts';
import type { MatteSettings } from './networks/matte-settings.ts';
import type { Networks } from './networks/networks.ts';
import type { Encoders } from './output/encoders.ts';
import { type FinishedFile, finish } from './output/finish.ts';
import type { ResultRows } from './output/finished-rows.ts';
import { outputOf } from './output/framing.ts';
import { type AskedPart, askedPart } from './part/asked.ts';
import { partOf } from './part/picture.ts';
import { inPlace } from './part/rows.ts';
import { classify, type ImageType, imageTypeModel } from './passes/classify.ts';
import { wholeSights } from './passes/see.ts';
import { ImageFault } from './picture/fault.ts';
import type { Picture } from './picture/picture.ts';
import { type Region, sharedBy } from './plane/region.ts';
import { encodePng } from './png/encode.ts';
import { answerOfPoints, cleanerOf, type DrawnAnswer, type UnclickedAnswer } from './points/answer.ts';
import { askedPoints } from './points/asked.ts';
import { sizeInFrame } from './points/frame.ts';
import { keepingRows } from './points/kept-rows.ts';
import { type Point, pointsIn } from './points/pixels.ts';
import { pointsBytes } from './points/room.ts';
import { pointSegmenterModel, segmented } from './points/segmenter.ts';
import { previewOf } from './preview.ts';
import type { TakeRoom } from './refine/room.ts';
import { reviewOf } from './review/review.ts';
import { uncertaintyOf } from './review/uncertainty.ts';
import { cutoutRows, type EdgeCleaner, matteRows } from './rows/compose.ts';
import { madeBy } from './version/made-by.ts';

/** What is asked of the largest vehicle. */
type CarTask = Extract<Task, { readonly kind: `car-${string}` }>;
/** What is asked of the subject, whatever it is. */
type SubjectTask = Exclude<Task, CarTask>;

/** What a task gives. Streams are made as they are read: the picture must stay open until the last one has ended. */
export interface Result extends FinishedFile {
  /** False if the network found no subject. */
  readonly subjectFound: boolean;
  /** Whether the subject was treated as a vehicle, asked for or found. */
  readonly isVehicle: boolean;
  /** Whether it was cut by colour, without the matte network. */
  readonly isCutByColour: boolean;
  /** False if a part of a soft edge that should be refined was not, for lack of tiles or of an answer. */
  readonly refined: boolean;
  /** Uncertainty of the answer, 0 to 1 with three decimals; 1 if nothing was found. */
  readonly uncertainty: number;
  /** Where a person should look first, in upright pixels of the picture; null where none has to look, or nobody knows. */
  readonly lookFirst: Region | null;
  /** What made it: `<name>@<mark>`, see `madeBy`. */
  readonly model: string;
  /** Null where it was not asked for, or the classifier did not answer. */
  readonly imageType: ImageType | null;
  readonly view: CarView | null;
  /** A second picture, to be read after the first. */
  readonly shadowPng: ReadableStream<Uint8Array> | null;
}

/** What is known once a task is done. */
type Done = Omit<Result, 'model'>;

/** What an answer is made with. */
export interface WorkTools extends Encoders {
  /**
   * Asked before edges are refined, for at most `refinerBytes`, or before a cut by colour, for `cutBytes`; left out where memory is there.
   */
  readonly takeRoom?: TakeRoom;
  /** Under the answer, in the colours of the picture, where the task wants one; open as long as the picture. */
  readonly background?: Picture;
}

/** A picture, and what is at hand for it. */
interface Job {
  readonly picture: Picture;
  readonly networks: Networks;
  readonly settings: MatteSettings;
  readonly tools: WorkTools;
}

/**
 * Does what a task says.
 * @throws ImageFault where the task needs a vehicle and there is none, PointFault, NetworkFault, and what `takeRoom` throws
 */
export async function work(
  picture: Picture,
  networks: Networks,
  settings: MatteSettings,
  task: Task,
  tools: WorkTools,
): Promise<Result> {
  const preview = await previewOf(picture, task);
  if (preview) return preview.inFull(await work(preview.picture, networks, settings, preview.task, tools));
  const [done, { name, mark }] = await Promise.all([
    doTask({ picture, networks, settings, tools }, task),
    madeBy(task.kind, networks, settings, { vehicle: vehicleTaskOf(task) !== null, points: countOfPoints(task) > 0 }),
  ]);
  return { ...done, model: `${done.isCutByColour ? 'flat-background' : name}@${mark}` };
}

async function doTask(job: Job, task: Task): Promise<Done> {
  switch (task.kind) {
    case 'cutout':
    case 'matte':
      return workOnSubject(job, task);
    case 'car-cutout':
    case 'car-layers':
      return workOnCar(job, task);
  }
}

/**
 * Whether the refiner may be asked for a task: where the deployment has one, unless the task forbids it. Cars have smooth
 * outlines, which it makes no better.
 */
export function mayBeRefined(task: Task, { refiner }: MatteSettings): boolean {
  return refiner && 'refine' in task && task.refine;
}

/** Whether a picture may be cut by colour, if it turns out to be a graphic: cars never are, nor what a network was asked for by name. */
export function mayBeCutByColour({ kind, model }: Task): boolean {
  return model === undefined && kind !== 'car-cutout' && kind !== 'car-layers';
}

/** How many points a task has. */
export function countOfPoints(task: Task): number {
  const { keep = [], drop = [] } = askedPointsOf(task) ?? {};
  return keep.length + drop.length;
}

function askedPointsOf(task: Task): AskedPoints | undefined {
  return 'points' in task ? task.points : undefined;
}

function holesOf(task: Task): Holes | undefined {
  return 'holes' in task ? task.holes : undefined;
}

async function workOnSubject(job: Job, task: SubjectTask): Promise<Done> {
  const { picture, networks, settings, tools } = job;
  const { takeRoom, background: under } = tools;
  const asked = askedPart(task.roi, picture);
  const points = askedPoints(askedPointsOf(task), settings, picture, asked?.box ?? null);
  const pointsSeen = pointsIn(points, asked?.seen);
  const rowsOfPoints = pointsSeen.map(({ y }) => y);
  const { picture: seen, kept } = keepingRows(asked ? partOf(picture, asked.seen) : picture, rowsOfPoints);
  const vehicleTask = vehicleTaskOf(task);
  const models = [imageTypeModel, settings.model, ...(vehicleTask ? [detectorModel] : [])];
  const inFrame = points.length > 0 ? new Map([[pointSegmenterModel, sizeInFrame(seen)]]) : undefined;
  const sights = await wholeSights(seen, networks, models, inFrame);
  const imageType = await classify(seen, networks, sights);
  // What the box's own border shows is the background of a graphic.
  const bordered = asked ? partOf(picture, asked.box) : picture;
  const background = mayBeCutByColour(task) ? await inTurns(flatBackgroundOf(bordered, imageType)) : null;
  if (background) await takeRoom?.(cutBytes(bordered) + clickedBytes(bordered, points.length));
  const inBox = pointsIn(points, asked?.box);
  const flat = background && (await inTurns(cutByColour(bordered, background, inBox, holesOf(task))));
  const vehicles = vehicleTask && !flat ? await vehicleAsSubject(seen, networks, settings.model, asked, sights) : null;
  const car = vehicleTask && vehicles ? await unlessAbsent(workOnCar(job, vehicleTask, vehicles)) : null;
  if (car) return car;
  const terms = {
    networks,
    settings,
    mayRefine: mayBeRefined(task, settings),
    takeRoom,
    imageType,
    asked,
    sights,
    kept,
  };
  const { found, complete, alpha, uncertainty, lookFirst, softColours } = flat
    ? { ...flat, complete: true, lookFirst: null, softColours: flat.cleaner }
    : await seenSubject(seen, pointsSeen, terms);
  const rows = subjectRows(flat ? bordered : seen, task, alpha, softColours);
  const output = outputOf(task);
  // What is no subject casts no shadow.
  const shown = output && !found ? { ...output, shadow: null } : output;
  const file = await finish(placed(rows, asked, flat ? 'box' : 'seen', picture), picture, shown, tools, under);
  return {
    subjectFound: found,
    isVehicle: false,
    isCutByColour: flat !== null,
    refined: complete,
    uncertainty,
    lookFirst: lookFirst && asked ? inBoxOf(asked, lookFirst) : lookFirst,
    imageType: task.imageType ? imageType : null,
    view: null,
    shadowPng: null,
    ...file,
  };
}

/** What a task asks of a subject that is a vehicle; null where that makes no difference. A car has a shadow of its own. */
function vehicleTaskOf(task: Task): CarTask | null {
  if (task.kind !== 'cutout' || !task.vehicle || task.points) return null;
  const { vehicle, model, roi, output } = task;
  return { kind: 'car-cutout', ...vehicle, model, roi, output: output && { ...output, shadow: null } };
}

/** Null where what was taken for a vehicle has no matte of its own. */
async function unlessAbsent<Value>(pending: Promise<Value>): Promise<Value | null> {
  try {
    return await pending;
  } catch (fault) {
    if (fault instanceof ImageFault && fault.kind === 'absent') return null;
    throw fault;
  }
}

/** A region of what was seen, as one of the picture: what of it is in the box that was asked for; null where nothing is. */
function inBoxOf({ seen, box }: AskedPart, region: Region): Region | null {
  return sharedBy({ ...region, leftPx: region.leftPx + seen.leftPx, topPx: region.topPx + seen.topPx }, box);
}

/** Rows of a part in the place that it has in its picture. */
function placed(
  { rows, alpha }: ResultRows,
  asked: AskedPart | null,
  of: keyof AskedPart,
  picture: Picture,
): ResultRows {
  if (!asked) return { rows, alpha };
  const { box, [of]: shown } = asked;
  return { rows: inPlace(rows, shown, box, picture), alpha: () => inPlace(alpha(), shown, box, picture) };
}

/** What a subject is drawn with. */
interface SubjectTerms extends Omit<UnclickedAnswer, 'drawn'> {
  readonly imageType: ImageType | null;
}

/** The subject as networks see it, and as points say. @throws NetworkFault, PointFault, and what `takeRoom` throws */
async function seenSubject(picture: Picture, points: readonly Point[], terms: SubjectTerms): Promise<DrawnAnswer> {
  const { networks, settings, mayRefine, takeRoom, imageType, asked, sights } = terms;
  const inFrame = sights.get(pointSegmenterModel);
  if (inFrame) await takeRoom?.(pointsBytes);
  // Before the passes: where there is no such part, they are not made.
  const parts = inFrame ? await segmented(picture, inFrame, points, networks) : null;
  const drawn = await drawSubject(picture, networks, settings, mayRefine, {
    takeRoom,
    imageType,
    asked,
    known: sights,
  });
  if (parts) return answerOfPoints(picture, points, parts, { ...terms, drawn });
  const { uncertainty, lookFirst } = await reviewOf({ picture, ...drawn }, { networks, model: settings.model, sights });
  return { ...drawn, uncertainty, lookFirst, softColours: () => cleanerOf(drawn, picture) };
}

/** The rows that a task of the subject asks for. */
function subjectRows(
  picture: Picture,
  task: SubjectTask,
  alpha: AlphaSource,
  softColours: () => EdgeCleaner,
): ResultRows {
  const matte = () => matteRows(picture, alpha);
  switch (task.kind) {
    case 'cutout':
      return { rows: cutoutRows(picture, alpha, task.cleanEdges ? softColours() : null), alpha: matte };
    case 'matte':
      return { rows: matte(), alpha: matte };
  }
}

/** @param known the vehicles, if they were detected before */
async function workOnCar({ picture, networks, settings, tools }: Job, task: CarTask, known?: Vehicles): Promise<Done> {
  const { kind, windows, shadow } = task;
  const apart = kind === 'car-layers';
  const asked = askedPart(task.roi, picture);
  const seen = asked ? partOf(picture, asked.seen) : picture;
  const parts = { windows, shadow, view: apart };
  const terms = { asked, known, segmenter: settings.pointSegmenter };
  const layers = await findCar(seen, networks, settings.model, parts, terms);
  const { alpha: outline } = draw({ layer: layers.body, colours: layers.colours }, settings);
  const cutout = () => carCutoutRows(seen, layers, outline, !apart);
  const shade = () => {
    const rows = shadowRows(seen, layers, outline);
    return asked ? inPlace(rows, asked.seen, asked.box, picture) : rows;
  };
  return {
    subjectFound: true,
    isVehicle: true,
    isCutByColour: false,
    refined: true,
    uncertainty: uncertaintyOf(layers.body, layers.body.region),
    lookFirst: null,
    imageType: null,
    view: layers.view,
    ...(await finish(
      placed({ rows: cutout(), alpha: cutout }, asked, 'seen', picture),
      picture,
      outputOf(task),
      tools,
      tools.background,
    )),
    shadowPng: apart && shadow ? encodePng(shade(), null) : null,
  };
}
