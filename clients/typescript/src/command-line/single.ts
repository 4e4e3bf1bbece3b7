/** One picture from standard input or a file, to standard output or a file. */
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Edgematte } from '../edgematte.ts';
import type { Photo } from '../photo.ts';
import type { Result } from './kinds.ts';
import type { Plan } from './plan.ts';
import { writeWhole } from './write.ts';

/** Works on the picture. Several layers become one JSON with Base64 on standard output. */
export async function runSingle({ kind, options, words, out }: Plan, edgematte: Edgematte): Promise<void> {
  const [file] = words;
  const photo: Photo = file ? await openAsBlob(file) : (Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>);
  const bytes = oneOf(await kind.call(edgematte, photo, options, {}));
  if (out === null) await pipeline(Readable.from([bytes]), process.stdout, { end: false });
  else await writeWhole(out, bytes);
}

function oneOf({ files }: Result): Uint8Array {
  if (files.length === 1) return files[0].bytes;
  const members = files.map(({ layer, extension, bytes }) => {
    const buffer = Buffer.from(bytes);
    return [layer, extension === 'json' ? JSON.parse(buffer.toString()) : buffer.toString('base64')];
  });
  return Buffer.from(`${JSON.stringify(Object.fromEntries(members))}\n`);
}
