/** What both lanes take and give: the same picture in, the same PNG out. */
import type { Header } from '../../pipeline/header.ts';
import type { SubjectResult } from '../../pipeline/subject.ts';

export interface LaneWork {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly header: Header;
  readonly result: SubjectResult;
  /** Unix milliseconds by which the first byte of the answer must be ready. */
  readonly deadlineMs: number;
}

export interface LaneResult {
  /** Upright sides of the result. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly subjectFound: boolean;
  readonly png: ReadableStream<Uint8Array>;
}
