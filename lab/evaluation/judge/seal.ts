/**
 * What nobody may read before all verdicts are there: the order of the photos and which version is where. The file is
 * packed, so that no editor and no search shows it by accident; who wants to cheat can. Its hash is printed when it is made, so
 * that one who publishes it can show afterwards that nothing was changed.
 */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';

const showing = z.strictObject({
  number: z.number().int().positive(),
  photo: z.string(),
  x: z.enum(['A', 'B']),
  same: z.boolean(),
});

const session = z.strictObject({
  /** Folders, as absolute paths. */
  photos: z.string(),
  A: z.string(),
  B: z.string(),
  showings: z.array(showing),
});

export type Session = z.infer<typeof session>;

/** The text of the sealed file. */
export function seal(content: Session): string {
  return `${gzipSync(JSON.stringify(content)).toString('base64')}\n`;
}

/** @throws Error when the text is no sealed file */
export function openSeal(text: string): Session {
  try {
    return session.parse(JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()));
  } catch (cause) {
    throw new Error('The sealed file is damaged, or is none', { cause });
  }
}

/** SHA-256 of a text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
