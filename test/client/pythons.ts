/** The Pythons in which the client was installed from its wheel: what `clients/python/check.py` leaves. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../src/local/root.ts';
import { decide } from '../../testing/needs.ts';

const place = inProject('dist/python-client');

export interface Python {
  /** Such as 3.10. */
  readonly version: string;
  readonly program: string;
}

/** Null where there is one at least, else why tests are skipped. */
export function missingPythons(): string | null {
  const reason = 'no Python has the client, which clients/python/check.py installs';
  return decide('python', pythonsWithClient().length > 0 ? null : reason);
}

/** From the oldest to the newest; none where it could not be installed. */
export function pythonsWithClient(): Python[] {
  const folders = existsSync(place) ? readdirSync(place) : [];
  return folders
    .filter((folder) => existsSync(path.join(place, folder, 'complete')))
    .sort((one, other) => Number(one.split('.')[1]) - Number(other.split('.')[1]))
    .map((version) => ({ version, program: path.join(place, version, 'bin/python') }));
}
