/** The shadow that a caller asked for, of one subject. */
import type { Shadow } from '../../../contract/output/shadow.ts';
import type { Region } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import { LowestEdges } from './contact.ts';
import { CoarseAlpha } from './drop.ts';
import type { Shade } from './shade.ts';

/** What a pass over the alpha keeps for a shadow. */
export interface ShadowSource {
  /** Adds row `y`; all of them, top to bottom. */
  add(row: Uint8Array, y: number): void;
  /** The shadow of the subject in a box; null where nothing casts one. */
  shade(box: Region): Shade | null;
}

/** @param rows of the whole picture, alpha last */
export function shadowSource({ kind }: Shadow, rows: RowWriter): ShadowSource {
  switch (kind) {
    case 'drop':
      return new CoarseAlpha(rows);
    case 'contact':
      return new LowestEdges(rows);
  }
}
