/** Free previews: how many a wallet has used in a month. Those reserved by calls in work count as well. */

/** Use in the latest month with any. */
export interface PreviewsUsed {
  /** Months since the year 0, UTC. */
  readonly month: number;
  readonly used: number;
}

export const noPreviewsUsed: PreviewsUsed = { month: 0, used: 0 };

/** The calendar month, UTC, of a moment. */
export function monthOf(nowMs: number): number {
  const date = new Date(nowMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The same with one more of that month. One reserved in an earlier month no longer counts. */
export function withPreview(previews: PreviewsUsed, month: number): PreviewsUsed {
  if (month < previews.month) return previews;
  return { month, used: month === previews.month ? previews.used + 1 : 1 };
}

/**
 * Previews that are still free.
 * @param kept months of the previews that calls in work have reserved
 * @param limit per month
 */
export function previewsLeft(previews: PreviewsUsed, kept: readonly number[], limit: number, nowMs: number): number {
  const month = monthOf(nowMs);
  // A clock that went back finds nothing free: what it had used is not known any more.
  if (month < previews.month) return 0;
  const used = month === previews.month ? previews.used : 0;
  return Math.max(0, limit - used - kept.filter((each) => each === month).length);
}
