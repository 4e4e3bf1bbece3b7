/** What a request body held, whatever its encoding. */
import type { Task } from '../../pipeline/task.ts';

export interface Received {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly task: Task;
}

/** Members and parts that are options; others are ignored. */
export const optionNames: ReadonlySet<string> = new Set([
  'include_image_type',
  'edge_colors',
  'shadow_type',
  'include_shadow',
  'reconstruct_windows',
]);
