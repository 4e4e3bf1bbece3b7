import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** An empty folder for every test of the file. @returns its path, to be asked for inside a test */
export function useTemporaryDirectory(): () => string {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'edgematte-models-'));
  });
  afterEach(async () => {
    // Retried, because npm's cache may still be writing after a download was broken off.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return () => directory;
}
