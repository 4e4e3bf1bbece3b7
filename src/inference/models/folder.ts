/** Making a folder. `mkdir` of Node with `recursive` never ends where the system answers ENOENT for a folder that is there, as /proc does. */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder, and those above it that are missing.
 * @param mode rights of those that are made
 * @throws Error of the system where one cannot be made
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (cause) {
    // Another process may have made it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw cause;
  }
}
