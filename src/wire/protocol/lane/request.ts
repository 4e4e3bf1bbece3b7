/**
 * The request of a picture to the image lane: the task as path and query, all else as headers, the file as body, and behind it
 * the file of a background where there is one.
 */

import { type Task, type TaskKind, taskOptions } from '../../../contract/operations.ts';
import { type MatteSettings, upsamplings } from '../../../pixels/pipeline/networks/matte-settings.ts';
import { type CallTerms, callHeaders, type ReadHeader } from '../call-headers.ts';
import { type Fields, flag, number, readFields, text, word, writeFields } from './fields.ts';

export interface LaneRequest {
  readonly task: Task;
  readonly matte: MatteSettings;
  /** False where the deployment has HEIC switched off. */
  readonly heic: boolean;
  /** Length of the background's file, at the end of the body; 0 where there is none. */
  readonly backgroundBytes: number;
}

const matteFields: Fields<MatteSettings> = {
  model: text('X-Model', 'matte'),
  upsampling: word('X-Upsampling', upsamplings),
  refiner: flag('X-Refiner', false),
  pointSegmenter: flag('X-Point-Segmenter', false),
};

const ownFields: Fields<Omit<LaneRequest, 'task' | 'matte'>> = {
  heic: flag('X-Heic', true),
  backgroundBytes: number('X-Background-Bytes', 0, 0),
};

const root = '/lane/v1/';
/** Where pictures are posted to, as a pattern of paths. */
export const lanePattern = `${root}:task`;
/** `GET` answers 200 while the lane takes pictures, else 503. */
export const laneReadyPath = `${root}ready`;

/** A request as it goes over HTTP. */
export interface LaneMessage {
  readonly method: 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Writes a request. @param file the picture, as it was uploaded, and its background behind it */
export function writeLaneRequest(request: LaneRequest, call: CallTerms, file: Uint8Array<ArrayBuffer>): LaneMessage {
  return { ...writeLaneHead(request, call, file.length), body: file };
}

/** Writes all of a request but its body, whose length it says. */
export function writeLaneHead(request: LaneRequest, call: CallTerms, bodyBytes: number): Omit<LaneMessage, 'body'> {
  const { kind, ...options } = request.task;
  const query = new URLSearchParams();
  for (const [name, option] of Object.entries(taskOptions[kind])) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined) query.set(name, option.write(value));
  }
  return {
    method: 'POST',
    path: `${root}${kind}?${query}`,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(bodyBytes),
      ...callHeaders(call),
      ...writeFields(matteFields, request.matte),
      ...writeFields(ownFields, request),
    },
  };
}

/**
 * Reads the head of a request; for the terms of the call see `call-headers.ts`.
 * @param path path and query
 * @returns null where the path names no task; whatever else is missing or unknown takes its default
 */
export function readLaneRequest(path: string, header: ReadHeader): LaneRequest | null {
  const { pathname, searchParams } = new URL(path, 'http://lane');
  const task = pathname.startsWith(root) ? readTask(pathname.slice(root.length), searchParams) : null;
  const matte = readFields(matteFields, header);
  const own = readFields(ownFields, header);
  return task && matte && own && { task, matte, ...own };
}

/** The two files of a body; null for a background that is not there. @throws Error where the body is shorter than it says */
export function filesOf(
  { backgroundBytes }: Pick<LaneRequest, 'backgroundBytes'>,
  body: Uint8Array<ArrayBuffer>,
): { readonly file: Uint8Array<ArrayBuffer>; readonly background: Uint8Array<ArrayBuffer> | null } {
  if (backgroundBytes === 0) return { file: body, background: null };
  const fileBytes = body.length - backgroundBytes;
  if (!Number.isInteger(fileBytes) || fileBytes < 0) throw new Error('The body is shorter than its background');
  return { file: body.subarray(0, fileBytes), background: body.subarray(fileBytes) };
}

function readTask(kind: string, query: URLSearchParams): Task | null {
  if (!isTaskKind(kind)) return null;
  const options = Object.entries(taskOptions[kind]).map(([name, option]) => [name, option.read(query.get(name))]);
  // The list of options is complete for each kind, which its type says.
  return { kind, ...Object.fromEntries(options) } as Task;
}

function isTaskKind(text: string): text is TaskKind {
  return Object.hasOwn(taskOptions, text);
}
