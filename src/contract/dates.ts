/** Dates as this service reads and writes them: UTC, to the second, without a zone in the text. */

/** What to say to someone whose date could not be read. */
export const expiryFormat = 'a UTC date as YYYY-MM-DD, which lasts until 23:59:59, or YYYY-MM-DD HH:MM:SS';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/;
const firstMs = Date.parse('0000-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads a date of expiry.
 * @param text `YYYY-MM-DD`, which means 23:59:59 of that day, or `YYYY-MM-DD HH:MM:SS`; both UTC, years 0000 to 9999
 * @returns Unix milliseconds of that second; null when the text has another form or names no day or time of the calendar
 */
export function parseExpiry(text: string): number | null {
  const match = datePattern.exec(text);
  if (!match) return null;
  const full = match[4] === undefined ? `${text} 23:59:59` : text;
  const ms = Date.parse(`${full.replace(' ', 'T')}Z`);
  // Engines roll 30 February over into March, and read 24:00:00 as the next day; what does not come back is no date.
  if (Number.isNaN(ms) || formatExpiry(ms) !== full) return null;
  return ms;
}

/**
 * Writes a moment as `YYYY-MM-DD HH:MM:SS`, UTC; parts of a second are dropped.
 * @param ms Unix milliseconds within the years 0000 to 9999
 * @throws RangeError when the moment is outside those years
 */
export function formatExpiry(ms: number): string {
  if (!(ms >= firstMs && ms <= lastMs)) {
    throw new RangeError(`Expected Unix milliseconds of the years 0000 to 9999 but received ${ms}`);
  }
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
