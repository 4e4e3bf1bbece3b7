/** Input and output of both lanes: both give the same answer for the same picture. */

import type { Task } from '../../contract/operations.ts';
import type { MatteSettings } from '../../pixels/pipeline/networks/matte-settings.ts';
import type { Header } from '../../pixels/pipeline/picture/header.ts';

export type { LaneResult } from '../../wire/protocol/lane/answer.ts';

export interface LaneWork {
  readonly file: Uint8Array<ArrayBuffer>;
  /** The picture to put behind the subject; null where the task has none. */
  readonly background: Uint8Array<ArrayBuffer> | null;
  readonly header: Header;
  readonly task: Task;
  /** The settings of the deployment, with the network that the task asks for. */
  readonly matte: MatteSettings;
  /** Unix milliseconds by which the first byte of the answer must be ready. */
  readonly deadlineMs: number;
}
