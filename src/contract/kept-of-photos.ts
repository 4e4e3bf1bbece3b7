/**
 * What is kept of photos, in one sentence: all pages and documents say it in these words. `src/pages/site/documents/legal/privacy.md` has the
 * details.
 */
export const keptOfPhotos =
  'Photos are processed and forgotten; for quick edits, outlines found in them may stay in memory for ten minutes.';
