/** What a request wants, from its operation and its options. */
import type { ProcessingOperation, ResultKind } from '../../contract/operations.ts';
import {
  type CarOptions,
  type ImageOptions,
  parseJsonCarOptions,
  parseJsonOptions,
  parseMultipartCarOptions,
  parseMultipartOptions,
} from '../../contract/options.ts';
import type { Task } from '../../pipeline/task.ts';

type CarKind = Extract<ResultKind, `car-${string}`>;

/** @throws Refused 422 */
export function multipartTask({ result }: ProcessingOperation, fields: ReadonlyMap<string, string>): Task {
  return isCar(result)
    ? carTask(result, parseMultipartCarOptions(fields))
    : imageTask(result, parseMultipartOptions(fields));
}

/** @throws Refused 422 */
export function jsonTask({ result }: ProcessingOperation, members: ReadonlyMap<string, unknown>): Task {
  return isCar(result) ? carTask(result, parseJsonCarOptions(members)) : imageTask(result, parseJsonOptions(members));
}

function isCar(result: ResultKind): result is CarKind {
  return result === 'car-cutout' || result === 'car-layers';
}

function imageTask(kind: Exclude<ResultKind, CarKind>, { includeImageType }: ImageOptions): Task {
  return { kind, imageType: includeImageType };
}

function carTask(kind: CarKind, { shadowType, reconstructWindows }: CarOptions): Task {
  return { kind, windows: reconstructWindows, shadow: shadowType === 'ai' };
}
