/** The Pythons in which the client was installed from its wheel: what `clients/python/check.py` leaves. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../src/start/root.ts';

const place = inProject('dist/python-client');

export interface Python {
  /** Such as 3.10. */
  readonly version: string;
  readonly program: string;
}

/** From the oldest to the newest; none where it could not be installed. */
export function pythonsWithClient(): Python[] {
  const folders = existsSync(place) ? readdirSync(place) : [];
  return folders
    .filter((folder) => existsSync(path.join(place, folder, 'complete')))
    .sort((one, other) => Number(one.split('.')[1]) - Number(other.split('.')[1]))
    .map((version) => ({ version, program: path.join(place, version, 'bin/python') }));
}
