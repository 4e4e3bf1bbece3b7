/** What both lanes take and give: the same picture in, the same PNG out. */

import type { Task } from '../../contract/operations.ts';
import type { MatteSettings } from '../../pipeline/matte-settings.ts';
import type { Header } from '../../pipeline/picture/header.ts';

export type { LaneResult } from '../../protocol/lane/answer.ts';

export interface LaneWork {
  readonly file: Uint8Array<ArrayBuffer>;
  /** Laid under the answer; null where the task wants no picture there. */
  readonly background: Uint8Array<ArrayBuffer> | null;
  readonly header: Header;
  readonly task: Task;
  /** The deployment's, with the network that the task asks for. */
  readonly matte: MatteSettings;
  /** Unix milliseconds by which the first byte of the answer must be ready. */
  readonly deadlineMs: number;
}
