import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { preparedPath } from './manifest.ts';
import { readRecord } from './record.ts';
import { openWorkspace, publish, sweepWorkspaces } from './workspace.ts';

const directory = useTemporaryDirectory();
const hourMs = 3600 * 1000;
const record = {
  sha256: 'a'.repeat(64),
  bytes: 3,
  preparation: 'none',
  source: { sha256: 'b'.repeat(64), kind: 'file', from: 'published.onnx' },
};

describe('sweepWorkspaces', () => {
  it('removes what a process left that is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    await leave(`.partial-isnet-general-${pid}-abcdef`);
    await sweepWorkspaces(directory());
    expect(await readdir(directory())).toEqual([]);
  });

  it('leaves the work of this process and of others that live', async () => {
    const own = await openWorkspace(directory(), 'luma');
    await leave(`.partial-luma-${process.ppid}-abcdef`);
    await sweepWorkspaces(directory());
    expect(await readdir(directory())).toEqual(
      expect.arrayContaining([path.basename(own), `.partial-luma-${process.ppid}-abcdef`]),
    );
  });

  it('removes what an earlier process of the same number left, as in a restarted container', async () => {
    await leave(`.partial-luma-${process.pid}-abcdef`, Date.now() - process.uptime() * 1000 - hourMs);
    await sweepWorkspaces(directory());
    expect(await readdir(directory())).toEqual([]);
  });

  it('removes after two days what a living process of a reused number cannot own', async () => {
    await leave(`.partial-luma-${process.ppid}-abcdef`, Date.now() - 48 * hourMs);
    await sweepWorkspaces(directory());
    expect(await readdir(directory())).toEqual([]);
  });

  it('touches nothing else', async () => {
    for (const name of ['luma', '.partial', 'partial-luma-1-abcdef', '.partial-luma-abcdef']) await leave(name);
    await sweepWorkspaces(directory());
    expect(await readdir(directory())).toHaveLength(4);
  });

  it('is content when there is no models directory yet', async () => {
    await expect(sweepWorkspaces(path.join(directory(), 'none'))).resolves.toBeUndefined();
  });
});

describe('publish', () => {
  it('puts file and note in place, over what was there', async () => {
    for (const content of ['one', 'two']) {
      const file = path.join(await openWorkspace(directory(), 'luma'), 'prepared');
      await writeFile(file, content);
      await publish(directory(), 'luma', file, record);
      expect(await readFile(preparedPath(directory(), 'luma'), 'utf8')).toBe(content);
      expect(await readRecord(directory(), 'luma')).toEqual(record);
    }
    expect((await readdir(path.join(directory(), 'luma'))).sort()).toEqual(['model.json', 'model.onnx']);
  });

  it('leaves no note where the file could not be put in place', async () => {
    const file = path.join(await openWorkspace(directory(), 'luma'), 'prepared');
    await writeFile(file, 'one');
    await publish(directory(), 'luma', file, record);
    await expect(publish(directory(), 'luma', file, record)).rejects.toThrow('ENOENT');
    expect(await readRecord(directory(), 'luma')).toBeUndefined();
  });
});

async function leave(name: string, touchedMs = Date.now()): Promise<void> {
  const folder = path.join(directory(), name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.tgz'), 'half of it');
  await utimes(folder, touchedMs / 1000, touchedMs / 1000);
}
