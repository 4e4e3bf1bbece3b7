/** Of each test file in Node: its processor time is counted where the report asks for it, and its globals are as they were after it. */
import path from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import '../../testing/patient-waits.ts';
import { projectRoot } from '../../src/local/root.ts';
import { enterProcessorTime } from './processor-time.ts';

const counted = enterProcessorTime(path.relative(projectRoot, expect.getState().testPath ?? ''));
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  counted?.close();
});
