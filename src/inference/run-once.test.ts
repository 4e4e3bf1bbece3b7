import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { useTemporaryDirectory } from '../../test/models/directory.ts';
import { tinyBirefnet, tinyPreparation } from '../../test/models/tiny-birefnet.ts';
import { prepareMatte } from './models/matte/recipe.ts';
import { childEntry } from './processes/child-entry.ts';
import { runOnceApart, runOnceWith } from './run-once.ts';

const directory = useTemporaryDirectory();
const environment = { ...process.env, INFERENCE_THREADS: '1' };
const { widthPx, heightPx } = tinyPreparation.input;
const shape = [1, heightPx, widthPx, 3];
const input = { name: 'image', datatype: 'UINT8', shape, data: new Uint8Array(heightPx * widthPx * 3).fill(90) };

async function tinyFile(): Promise<string> {
  const file = path.join(directory(), 'tiny.onnx');
  await writeFile(file, prepareMatte(tinyBirefnet(), tinyPreparation));
  return file;
}

it('a run in a process of its own answers as one in this process, and says what it cost', async () => {
  const file = await tinyFile();
  const { answer, cpuMs, peakBytes } = await runOnceApart(environment)(file, input, 'matte');
  const here = await runOnceWith(environment, () => {})(file, input, 'matte');
  expect(answer).toEqual(here.answer);
  expect(cpuMs).toBeGreaterThan(0);
  expect(peakBytes).toBeGreaterThan(20e6);
});

it('its peak is its own, whatever this process holds', async () => {
  const held = Buffer.alloc(300e6, 1);
  const { peakBytes } = await runOnceApart(environment)(await tinyFile(), input, 'matte');
  expect(peakBytes).toBeLessThan(held.length);
});

it('it fails as the runtime says', async () => {
  await expect(runOnceApart(environment)('/absent.onnx', input, 'matte')).rejects.toThrow('absent.onnx');
});

it('where it ends before it has read what to run, that is said', async () => {
  const ends = path.join(directory(), 'ends.cjs');
  await writeFile(ends, 'process.exit(3);');
  const ended = runOnceApart({ ...environment, NODE_OPTIONS: `--require ${ends}` });
  const large = { ...input, data: new Uint8Array(50e6) };
  await expect(ended('', large, 'matte')).rejects.toThrow('the process of the run was ended with status 3');
});

it('it ends with the process that started it', async () => {
  const stays = path.join(directory(), 'stays.cjs');
  await writeFile(stays, 'setInterval(() => {}, 1000);');
  const { file, execArgv } = childEntry('run-once-child', import.meta.url);
  const child = fork(file, { execArgv: ['--require', stays, ...execArgv] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send(['/absent.onnx', input, 'matte']);
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('where the system ends it, that is said', async () => {
  const ends = path.join(directory(), 'ends.cjs');
  await writeFile(ends, "process.kill(process.pid, 'SIGKILL');");
  const killed = runOnceApart({ ...environment, NODE_OPTIONS: `--require ${ends}` });
  await expect(killed(await tinyFile(), input, 'matte')).rejects.toThrow(
    'the process of the run was ended by SIGKILL, as where memory runs out',
  );
});
