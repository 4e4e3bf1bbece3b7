/**
 * The known good answer of a network to the picture of the self-test: `self-test/NAME.json` beside
 * the manifest, written by `npm run self-test-answers`.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const answer = z.object({
  /** SHA-256 of the published file that answered; a network of another source has no stored answer. */
  source: z.string(),
  /** Shape of each input, the smallest that the graph takes. */
  inputs: z.record(z.string(), z.array(z.number().int().positive())),
  /** At most 256 numbers of each output: `src/inference/runtime/self-test.ts` says which. */
  outputs: z.record(z.string(), z.array(z.number())),
});

export type StoredAnswer = z.infer<typeof answer>;

/** Where the answer of a network is. */
export function answerPath(manifestPath: string, name: string): string {
  return path.join(path.dirname(manifestPath), 'self-test', `${name}.json`);
}

/**
 * Reads the answer of a network; undefined where none is stored for weights of this source.
 * @throws Error with one line where the file is not what it should be
 */
export async function readAnswer(
  manifestPath: string,
  name: string,
  sourceSha256: string,
): Promise<StoredAnswer | undefined> {
  const file = answerPath(manifestPath, name);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const read = answer.parse(JSON.parse(text));
    return read.source === sourceSha256 ? read : undefined;
  } catch (cause) {
    throw new Error(`The stored answer ${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
