/** What a request body held, whatever its encoding. */
import type { Task } from '../../contract/operations.ts';

export interface Received {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly task: Task;
}
