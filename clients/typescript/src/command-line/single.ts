/** One picture from standard input, a file or an address, to standard output or a file. */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Edgematte } from '../edgematte.ts';
import type { Photo } from '../photo.ts';
import { writing } from './file-error.ts';
import type { Result } from './kinds.ts';
import { addressIn, type Plan } from './plan.ts';
import { keeping } from './unkept.ts';
import { removeFormer, tryWriting, writeWhole } from './write.ts';

/**
 * Works on the picture. Several layers become one JSON with Base64 on standard output.
 * @throws FileError before the call where its file cannot be written, UnkeptError after it
 */
export async function runSingle(plan: Plan, edgematte: Edgematte): Promise<void> {
  const { kind, options, words, out, review } = plan;
  const forReview = out !== null && review !== null ? path.join(review, path.basename(out)) : out;
  await tryWriting([out, forReview].filter((file) => file !== null));
  const [file] = words;
  const photo = file ? (addressIn(file) ?? (await openAsBlob(file))) : standardInput();
  const idempotencyKey = plan.idempotencyKey ?? randomUUID();
  const result = await kind.call(edgematte, photo, options, { idempotencyKey });
  const bytes = oneOf(result);
  await keeping({ requestId: result.requestId, idempotencyKey, inJournal: false }, async () => {
    const [target, other] = result.needsReview ? [forReview, out] : [out, forReview];
    if (target !== null) {
      await writeWhole(target, bytes);
      return removeFormer(other === null ? [] : [other], [target]);
    }
    await writing('standard output', () => pipeline(Readable.from([bytes]), process.stdout, { end: false }));
  });
}

function standardInput(): Photo {
  return Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
}

function oneOf({ files }: Result): Uint8Array {
  if (files.length === 1) return files[0].bytes;
  const members = files.map(({ layer, extension, bytes }) => {
    const buffer = Buffer.from(bytes);
    return [layer, extension === 'json' ? JSON.parse(buffer.toString()) : buffer.toString('base64')];
  });
  return Buffer.from(`${JSON.stringify(Object.fromEntries(members))}\n`);
}
