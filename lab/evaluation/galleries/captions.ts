/** Captions of a folder's photos, from its `captions.json`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts about a photo, in Markdown. */
export interface Caption {
  readonly caption?: string;
  readonly source?: string;
  readonly licence?: string;
  /** What went wrong; puts the photo where the service fails. */
  readonly failure?: string;
  /** The operation it is sent to, where it is not the one of the command. */
  readonly operation?: string;
  /** What its edges came out like, for the page of edges. */
  readonly edges?: string;
  /** Where it is clicked, as `keep_points` and `drop_points` have it, for the page of clicks; and what that changed. */
  readonly keep?: string;
  readonly drop?: string;
  readonly clicked?: string;
}

/** By the photo's file name; empty where the folder has no such file. */
export function captionsIn(folder: string): Readonly<Record<string, Caption>> {
  const file = path.join(folder, 'captions.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Caption>) : {};
}
