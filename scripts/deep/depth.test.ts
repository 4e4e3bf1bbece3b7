import { afterEach, expect, test, vi } from 'vitest';
import { environment } from './run-part.ts';

afterEach(() => vi.unstubAllEnvs());

/** As a test file reads it. */
async function isDeep(variables: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import('../../testing/depth.ts')).deep;
}

test('tests are deep in the deep level alone', async () => {
  expect(await isDeep({ EDGEMATTE_DEEP: undefined })).toBe(false);
  expect(await isDeep(environment)).toBe(true);
});
