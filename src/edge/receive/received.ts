/** What a request body held, whatever its encoding. */
import type { Task } from '../../contract/operations.ts';

export interface Received {
  readonly source: Source;
  /** Laid under the answer; null where the task wants no picture there. */
  readonly background: SentBackground | null;
  readonly task: Task;
  /** Whether it is asked for in the small size that may be free. */
  readonly isPreview: boolean;
}

/** A picture to lay under the answer. */
export interface SentBackground {
  readonly source: Source;
  /** Under which it was sent. */
  readonly name: string;
}

/** The image itself, or its address as the caller wrote it. */
export type Source = Uint8Array<ArrayBuffer> | string;
