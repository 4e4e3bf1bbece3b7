/**
 * The layout of the data packages: `resources.json` maps a resource to chunks in order, each a file named by its
 * SHA-256, with its place `offsets: [from, to]` in the whole.
 */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ModelFault } from '../fault.ts';
import type { Fingerprint } from '../fingerprint.ts';

const resources = z.record(
  z.string(),
  z.object({
    size: z.number().int().nonnegative(),
    // Only a hash is accepted as a file name, so that no name leads out of the folder.
    chunks: z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), offsets: z.tuple([z.number(), z.number()]) })),
  }),
);

export interface Chunk {
  /** SHA-256 of the content, and the file's name. */
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Reads which chunks make up a resource.
 * @param expectedBytes size of the whole, from the manifest
 * @returns the chunks in order, without gaps
 * @throws ModelFault when the index lacks the resource or contradicts itself or the manifest
 */
export async function readResource(index: string, resource: string, expectedBytes: number): Promise<readonly Chunk[]> {
  const entry = (await readIndex(index))[resource];
  if (!entry) throw new ModelFault(`The package has no resource ${resource}: correct the source in the manifest`);
  let end = 0;
  const chunks = entry.chunks.map(({ hash, offsets: [from, to] }) => {
    if (from !== end || to < from) {
      throw new ModelFault(
        `The package's list of chunks for ${resource} has a gap at byte ${end}: use another version`,
      );
    }
    end = to;
    return { hash, bytes: to - from };
  });
  if (end !== entry.size || end !== expectedBytes) {
    throw new ModelFault(
      `The package's resource ${resource} has ${end} bytes and the manifest says ${expectedBytes}: correct the manifest`,
    );
  }
  return chunks;
}

async function readIndex(index: string): Promise<z.infer<typeof resources>> {
  try {
    return resources.parse(JSON.parse(await readFile(index, 'utf8')));
  } catch (cause) {
    throw new ModelFault('The package has no readable dist/resources.json: correct the source in the manifest', cause);
  }
}

/**
 * Joins chunks into `file`. A chunk may come twice, because equal content has one name.
 * @throws ModelFault naming the chunk that is missing or is not the one listed
 */
export async function joinChunks(folder: string, chunks: readonly Chunk[], file: string): Promise<Fingerprint> {
  const whole = createHash('sha256');
  let bytes = 0;
  const output = await open(file, 'w');
  try {
    for (const chunk of chunks) {
      const content = await readChunk(folder, chunk);
      whole.update(content);
      bytes += content.length;
      await output.writeFile(content);
    }
  } finally {
    await output.close();
  }
  return { sha256: whole.digest('hex'), bytes };
}

async function readChunk(folder: string, { hash, bytes }: Chunk): Promise<Uint8Array> {
  let content: Uint8Array;
  try {
    content = await readFile(path.join(folder, hash));
  } catch (cause) {
    throw new ModelFault(`The package lacks chunk ${hash}: use another version`, cause);
  }
  const found = createHash('sha256').update(content).digest('hex');
  if (content.length !== bytes || found !== hash) {
    throw new ModelFault(`Chunk ${hash} of the package is damaged (${content.length} of ${bytes} bytes): fetch again`);
  }
  return content;
}
