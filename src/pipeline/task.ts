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

export function isCarTask(task: Task): task is CarTask {
  return task.kind === 'car-cutout' || task.kind === 'car-layers';
}

/** A task as the last segment of a path and its query, for the way to the image lane. */
export function taskPath(task: Task): string {
  const options = isCarTask(task)
    ? { windows: task.windows, shadow: task.shadow }
    : { image_type: task.imageType, clean_edges: task.cleanEdges };
  return `${task.kind}?${Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
}

/** Reads what `taskPath` wrote; an option that is missing is off. Null for a kind that there is not. */
export function readTask(kind: string | undefined, query: URLSearchParams): Task | null {
  const isOn = (name: string) => query.get(name) === 'true';
  if (kind === 'cutout' || kind === 'matte')
    return { kind, imageType: isOn('image_type'), cleanEdges: isOn('clean_edges') };
  if (kind === 'car-cutout' || kind === 'car-layers') {
    return { kind, windows: isOn('windows'), shadow: isOn('shadow') };
  }
  return null;
}
