/** Of each test file in Node: its processor time is counted where the report asks for it. */
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import '../../testing/patient-waits.ts';
import { projectRoot } from '../../src/start/root.ts';
import { enterProcessorTime } from './processor-time.ts';

const counted = enterProcessorTime(path.relative(projectRoot, expect.getState().testPath ?? ''));
afterAll(() => counted?.close());
