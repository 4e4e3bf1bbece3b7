/** What a caller wants of a picture; the same words in both lanes. */

export interface SubjectTask {
  readonly kind: 'cutout' | 'matte';
  /** Whether to tell a photograph from a graphic as well. */
  readonly imageType: boolean;
  /** Whether soft pixels of a cutout get the subject's own colours, or keep the photo's. A matte has none. */
  readonly cleanEdges: boolean;
}

export interface CarTask {
  /** The car in one picture, or in layers with the camera's view. */
  readonly kind: 'car-cutout' | 'car-layers';
  /** Whether glass is opened. */
  readonly windows: boolean;
  readonly shadow: boolean;
}

export type Task = SubjectTask | CarTask;
export type TaskKind = Task['kind'];

/** Whether a task is about a car. */
export function isCarTask(task: Task): task is CarTask {
  return task.kind === 'car-cutout' || task.kind === 'car-layers';
}

/** The task of a kind. */
type TaskOf<Kind extends TaskKind, Each extends Task = Task> = Each extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Each
    : never
  : never;

/** The options of each kind, and the values that each option may take: the first is the one where nothing is said. */
type TaskOptions = {
  readonly [Kind in TaskKind]: {
    readonly [Option in Exclude<keyof TaskOf<Kind>, 'kind'>]: readonly TaskOf<Kind>[Option][];
  };
};

const offOrOn = [false, true];
const subject = { imageType: offOrOn, cleanEdges: offOrOn };
const car = { windows: offOrOn, shadow: offOrOn };

/** All tasks there are, as values: whoever writes tasks down, or reads them, does so by this list. */
export const taskOptions: TaskOptions = { cutout: subject, matte: subject, 'car-cutout': car, 'car-layers': car };
