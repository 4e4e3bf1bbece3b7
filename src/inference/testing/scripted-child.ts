/**
 * A session child for tests: the real one with another runtime, whose networks do what the first byte of their input
 * says. Its model files are JSON instead of ONNX (`Script`).
 */
import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Runtime } from '../runtime/session.ts';
import { serveSessions } from '../scheduler/serve-sessions.ts';
import { crash, hang, refuse, type Script, wait } from './script.ts';

const letGo = new Promise<void>((resolve) => process.once('SIGUSR2', () => resolve()));

const runtime: Runtime = {
  async open(file) {
    const script = JSON.parse(await readFile(file, 'utf8')) as Script;
    await pause(script.loadMs ?? 0);
    if (script.loadCrash) process.exit(9);
    if (script.loadFailure) throw new Error(script.loadFailure);
    return {
      inputNames: ['image'],
      outputNames: ['matte'],
      async run([image]) {
        const [action] = image.data;
        // Into the log of the service: a test that needs the run to be under way waits for the line.
        if (action === hang || action === wait) writeSync(2, 'begun\n');
        // As a native run does: the whole process is blocked and hears nothing.
        if (action === hang) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        if (action === crash) process.exit(7);
        if (action === refuse) throw new Error('scripted refusal');
        await (action === wait ? letGo : pause(action * 10));
        const data = image.data.filter((_, index) => index % 3 === 0);
        return [{ name: 'matte', datatype: 'UINT8', shape: image.shape.slice(0, 3), data }];
      },
    };
  },
};

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

serveSessions(async () => runtime, process);
