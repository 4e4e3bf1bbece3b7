/** What a request body held, whatever its encoding. */
import type { Task } from '../../contract/operations.ts';

export interface Received {
  readonly source: Source;
  readonly task: Task;
  /** Whether it is asked for in the small size that may be free. */
  readonly isPreview: boolean;
}

/** The image itself, or its address as the caller wrote it. */
export type Source = Uint8Array<ArrayBuffer> | string;
