/** What a request body held, whatever its encoding. */
import type { Task } from '../../contract/operations.ts';

export interface Received {
  readonly source: Source;
  /** To put behind the subject; null where the task has no such picture. */
  readonly background: SentBackground | null;
  readonly task: Task;
  /** Whether it asks for the small size that may be free. */
  readonly isPreview: boolean;
}

/** A picture to put behind the subject. */
export interface SentBackground {
  readonly source: Source;
  /** The name under which it was sent. */
  readonly name: string;
}

/** The image itself, or its address as the caller wrote it. */
export type Source = Uint8Array<ArrayBuffer> | string;
