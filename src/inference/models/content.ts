/**
 * Whether a prepared file still holds what was prepared. Hashing takes a second, so the verdict is kept in
 * `checked.json` beside the file and believed for as long as the file's time and size are the same.
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fingerprintOf } from './fingerprint.ts';
import type { ModelRecord } from './record.ts';

const checked = z.object({ sha256: z.string(), bytes: z.number(), modifiedMs: z.number() });

/** @param record what the file is to be */
export async function hasContent(file: string, record: ModelRecord): Promise<boolean> {
  const note = path.join(path.dirname(file), 'checked.json');
  const { size: bytes, mtimeMs: modifiedMs } = await stat(file);
  const known = await readNote(note);
  if (known?.sha256 === record.sha256 && known.bytes === bytes && known.modifiedMs === modifiedMs) return true;
  const { sha256 } = await fingerprintOf(file);
  if (sha256 !== record.sha256) return false;
  // A folder that cannot be written to is hashed at every start.
  await writeFile(note, `${JSON.stringify({ sha256, bytes, modifiedMs })}\n`).catch(() => {});
  return true;
}

async function readNote(note: string): Promise<z.infer<typeof checked> | undefined> {
  try {
    return checked.safeParse(JSON.parse(await readFile(note, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
