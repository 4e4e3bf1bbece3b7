/** Real processes, scripted networks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openCatalogue } from '../catalogue.ts';
import { createLog } from '../log.ts';
import { crash, hang, refuse, type Script } from '../testing/script.ts';
import { type LogLine, scriptedEntry, scriptedImage, until, writeScriptedRepository } from '../testing/service.ts';
import type { Work } from './child.ts';
import { SupervisedChild } from './supervised-child.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function childFor(script: Script = {}, loadTimeoutMs = 60_000) {
  const directory = await mkdtemp(path.join(tmpdir(), 'edgematte-child-'));
  undo.push(() => rm(directory, { recursive: true, force: true }));
  const { manifestPath, modelsDirectory } = await writeScriptedRepository(directory, script);
  const { models } = await openCatalogue({ manifestPath, modelsDirectory });
  const lines: LogLine[] = [];
  const failures: string[] = [];
  let idles = 0;
  const child = new SupervisedChild(
    {
      number: 0,
      entry: scriptedEntry(),
      load: { kind: 'load', runtime: { name: 'native', threads: 1, providers: ['cpu'] }, models },
      loadTimeoutMs,
      log: createLog((line) => lines.push(JSON.parse(line) as LogLine)),
    },
    {
      onIdle: () => {
        idles += 1;
      },
      onLoadFailed: (reason) => failures.push(reason),
    },
  );
  undo.push(() => child.close());
  const pid = (): number => lines.findLast(({ event }) => event === 'child-started')?.pid as number;
  return { child, lines, failures, pid, idles: () => idles };
}

const work = (action: number, killAfterMs = 60_000): Work => ({
  model: 'luma',
  inputs: [scriptedImage(action)],
  outputs: ['matte'],
  killAfterMs,
});

describe('a session child', () => {
  it('is idle once its networks are loaded, busy while it runs, idle again', async () => {
    const { child, idles } = await childFor();
    expect([child.loaded, child.idle]).toEqual([false, false]);
    await until('loaded', () => child.loaded);
    expect([child.idle, idles()]).toEqual([true, 1]);
    const run = child.run(work(5));
    expect([child.loaded, child.idle]).toEqual([true, false]);
    const { outputs, inferNs } = await run;
    expect(outputs[0]).toMatchObject({ name: 'matte', datatype: 'UINT8', shape: [1, 8, 8] });
    expect([...outputs[0].data]).toEqual([5, ...Array(63).fill(3)]);
    expect(inferNs).toBeGreaterThan(45e6);
    expect([child.idle, idles()]).toEqual([true, 2]);
  });

  it('goes on after a refused run', async () => {
    const { child, pid } = await childFor();
    await until('loaded', () => child.loaded);
    const before = pid();
    await expect(child.run(work(refuse))).rejects.toMatchObject({ kind: 'run-failed', message: 'scripted refusal' });
    await child.run(work(0));
    expect(pid()).toBe(before);
  });

  it('that hangs is killed in time and started again', async () => {
    const { child, lines, pid } = await childFor();
    await until('loaded', () => child.loaded);
    const before = pid();
    await expect(child.run(work(hang, 100))).rejects.toMatchObject({ kind: 'too-slow' });
    expect(child.idle).toBe(false);
    await until('loaded again', () => child.loaded);
    expect(pid()).not.toBe(before);
    expect(() => process.kill(before, 0)).toThrow('ESRCH');
    expect(lines.find(({ event }) => event === 'child-ended')).toMatchObject({
      reason: 'ended by SIGKILL',
      restartInMs: 100,
    });
    await child.run(work(0));
  });

  it.each([
    ['by itself', crash, () => {}, 'ended with status 7'],
    ['by another’s hand', hang, (pid: number) => process.kill(pid, 'SIGKILL'), 'ended by SIGKILL'],
  ])('that ends %s in the middle of a run fails it, and is started again', async (_, action, strike, reason) => {
    const { child, pid } = await childFor();
    await until('loaded', () => child.loaded);
    const run = child.run(work(action));
    strike(pid());
    await expect(run).rejects.toMatchObject({ kind: 'died', message: `The process that ran the network ${reason}` });
    await until('loaded again', () => child.loaded);
    await child.run(work(0));
  });

  it('that ends while idle is started again', async () => {
    const { child, pid, lines } = await childFor();
    await until('loaded', () => child.loaded);
    process.kill(pid(), 'SIGKILL');
    await until('ended', () => lines.some(({ event }) => event === 'child-ended'));
    await until('loaded again', () => child.loaded);
    await child.run(work(0));
  });

  it('waits longer after every failure, and starts afresh after a run that worked', async () => {
    const { child, lines } = await childFor();
    for (let round = 0; round < 2; round += 1) {
      await until('loaded', () => child.idle);
      await child.run(work(crash)).catch(() => {});
    }
    await until('loaded', () => child.idle);
    await child.run(work(0));
    await child.run(work(crash)).catch(() => {});
    await until('ended', () => lines.filter(({ event }) => event === 'child-ended').length === 3);
    const pauses = lines.filter(({ event }) => event === 'child-ended').map(({ restartInMs }) => restartInMs);
    expect(pauses).toEqual([100, 200, 100]);
  });

  it('ignores the signals of a terminal, which its service answers', async () => {
    const { child, pid } = await childFor();
    await until('loaded', () => child.loaded);
    const run = child.run(work(20));
    process.kill(pid(), 'SIGINT');
    process.kill(pid(), 'SIGTERM');
    await run;
  });

  it('closes in the middle of a run and is not started again', async () => {
    const { child, pid, lines } = await childFor();
    await until('loaded', () => child.loaded);
    const before = pid();
    const run = child.run(work(hang));
    run.catch(() => {});
    await child.close();
    await expect(run).rejects.toMatchObject({ kind: 'died' });
    expect(() => process.kill(before, 0)).toThrow('ESRCH');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(lines.filter(({ event }) => event === 'child-started')).toHaveLength(1);
  });

  it('takes one run at a time', async () => {
    const { child } = await childFor();
    await until('loaded', () => child.loaded);
    const run = child.run(work(2));
    expect(() => child.run(work(0))).toThrow('not idle');
    await run;
  });
});

describe('loading', () => {
  it('that fails is reported and tried again', async () => {
    const { failures, lines } = await childFor({ loadFailure: 'not an ONNX file' });
    await until('tried again', () => lines.filter(({ event }) => event === 'child-started').length === 2);
    expect(failures[0]).toMatch(/^The network luma cannot be loaded from .*model\.onnx: not an ONNX file$/);
  });

  it('that is ended by another’s hand starts again and is no failure', async () => {
    const { child, pid, lines, failures } = await childFor({ loadMs: 300 });
    for (let kills = 1; kills <= 2; kills += 1) {
      process.kill(pid(), 'SIGKILL');
      await until('started again', () => lines.filter(({ event }) => event === 'child-started').length > kills);
    }
    await until('loaded', () => child.loaded);
    expect(failures).toEqual([]);
    await child.run(work(0));
  });

  it('that ends the process three times in a row is reported', async () => {
    const { failures, lines } = await childFor({ loadCrash: true });
    await until('reported', () => failures.length > 0);
    expect(lines.filter(({ event }) => event === 'child-started')).toHaveLength(3);
    expect(failures[0]).toBe('the process that loads the networks ended with status 9, 3 times in a row');
  });

  it('that takes too long is reported and ended', async () => {
    const { failures, lines } = await childFor({ loadMs: 60_000 }, 500);
    await until('ended', () => lines.some(({ event }) => event === 'child-ended'));
    expect(failures).toEqual(['its networks were not loaded in time']);
  });
});
