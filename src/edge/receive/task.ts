/** What a request wants, from its operation and its options. */
import type { ProcessingOperation, ResultKind } from '../../contract/operations.ts';
import {
  type CarOptions,
  type CutoutOptions,
  type ImageOptions,
  parseJsonCarOptions,
  parseJsonCutoutOptions,
  parseJsonOptions,
  parseMultipartCarOptions,
  parseMultipartCutoutOptions,
  parseMultipartOptions,
} from '../../contract/options.ts';
import type { Task } from '../../pipeline/task.ts';

type CarKind = Extract<ResultKind, `car-${string}`>;

/** @throws Refused 422 */
export function multipartTask({ result }: ProcessingOperation, fields: ReadonlyMap<string, string>): Task {
  if (isCar(result)) return carTask(result, parseMultipartCarOptions(fields));
  return result === 'cutout'
    ? cutoutTask(parseMultipartCutoutOptions(fields))
    : matteTask(parseMultipartOptions(fields));
}

/** @throws Refused 422 */
export function jsonTask({ result }: ProcessingOperation, members: ReadonlyMap<string, unknown>): Task {
  if (isCar(result)) return carTask(result, parseJsonCarOptions(members));
  return result === 'cutout' ? cutoutTask(parseJsonCutoutOptions(members)) : matteTask(parseJsonOptions(members));
}

function isCar(result: ResultKind): result is CarKind {
  return result === 'car-cutout' || result === 'car-layers';
}

function cutoutTask({ includeImageType, edgeColours }: CutoutOptions): Task {
  return { kind: 'cutout', imageType: includeImageType, cleanEdges: edgeColours === 'refined' };
}

function matteTask({ includeImageType }: ImageOptions): Task {
  return { kind: 'matte', imageType: includeImageType, cleanEdges: false };
}

function carTask(kind: CarKind, { shadowType, reconstructWindows }: CarOptions): Task {
  return { kind, windows: reconstructWindows, shadow: shadowType === 'ai' };
}
