import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { makeZip } from '../../../../test/models/wheel.ts';
import { Watchdog } from './watchdog.ts';
import { extractFile } from './zip.ts';

const directory = useTemporaryDirectory();

/** Names as archives may have them, those that lead out of a folder among them. */
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('../outside', '/etc/passwd', 'C:\\file', 'folder/', 'a\\b', 'a/b', 'A/b'),
);
const file = fc.tuple(name, fc.uint8Array({ maxLength: 300 }));

it('gives the first file of exactly that name, whatever else is in the archive, and writes nothing beside it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 6 }), fc.nat(), async (files, pick) => {
      const folder = await mkdtemp(path.join(directory(), 'work-'));
      const archive = path.join(folder, 'archive');
      await writeFile(archive, makeZip(files));
      const [wanted] = files[pick % files.length];
      const [, content] = files.find(([each]) => each === wanted) ?? [];
      const watchdog = new Watchdog('archive');
      const target = path.join(folder, 'target');
      const options = { maxBytes: 300, what: 'a file', watchdog, onBytes: () => {} };
      const { bytes } = await extractFile(archive, wanted, target, options).finally(() => watchdog.stop());
      expect(bytes).toBe(content?.length);
      expect(new Uint8Array(await readFile(target))).toEqual(content);
      expect((await readdir(folder)).sort()).toEqual(['archive', 'target']);
    }),
    { numRuns: 50 },
  );
});
