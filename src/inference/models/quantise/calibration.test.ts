import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { readCalibration } from './calibration.ts';

const directory = useTemporaryDirectory();

describe('readCalibration', () => {
  it('reads the one of the default network', async () => {
    const { kept, ranges, photos, network } = await readCalibration('models/isnet-general/calibration.json');
    expect(kept).toEqual(['/side1/Conv']);
    expect(photos.length).toBeGreaterThan(10);
    expect(network).toMatch(/^[0-9a-f]{64}$/);
    for (const [low, high] of Object.values(ranges)) expect(low).toBeLessThan(high);
  });

  it.each([
    ['no JSON', '{', 'Cannot read the calibration'],
    ['a range of one number', JSON.stringify({ ranges: { a: [1] } }), 'is wrong at'],
  ])('refuses %s in one line', async (_, text, said) => {
    const file = path.join(directory(), 'table.json');
    await writeFile(file, text);
    await expect(readCalibration(file)).rejects.toThrow(said);
  });
});
