/** Variables that were settings and are read no more. Where one is still set, a line at the start names it. */
import type { Variables } from './read.ts';

const removed = [
  ...['MAX_JSON_BYTES', 'MAX_FIELD_BYTES', 'MAX_PARTS', 'MAX_JSON_DEPTH', 'MAX_JSON_MEMBERS', 'MAX_SIDE_PX'],
  ...['MAX_PIXELS', 'MAX_JPEG_SCANS', 'PREP_MAX_SIDE_PX', 'PREP_MAX_PIXELS', 'LANE_STALL_MS'],
];

/** One line for the operator that names the removed variables that are set; null where none is. */
export function removedLine(variables: Variables): string | null {
  const set = removed.filter((name) => (variables[name] ?? '') !== '');
  return set.length === 0 ? null : `No longer settings, and without effect: ${set.join(', ')}`;
}
