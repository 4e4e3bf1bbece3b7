import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../test/models/directory.ts';
import { tinyBirefnet, tinyPreparation } from '../../test/models/tiny-birefnet.ts';
import { prepareMatte } from './models/matte/recipe.ts';
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

it('it fails as the runtime says', async () => {
  await expect(runOnceApart(environment)('/absent.onnx', input, 'matte')).rejects.toThrow('absent.onnx');
});

it('where the system ends it, that is said', async () => {
  const ends = path.join(directory(), 'ends.cjs');
  await writeFile(ends, "process.kill(process.pid, 'SIGKILL');");
  const killed = runOnceApart({ ...environment, NODE_OPTIONS: `--require ${ends}` });
  await expect(killed(await tinyFile(), input, 'matte')).rejects.toThrow(
    'the process of the run was ended by SIGKILL, as where memory runs out',
  );
});
