/** Moments as pages show them: UTC, for a server does not know where its reader is. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day: `7 Mar 2027`. @param ms Unix milliseconds */
export function shownDay(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A minute: `7 Mar 2027, 14:05 UTC`. @param ms Unix milliseconds */
export function shownMinute(ms: number): string {
  return `${shownDay(ms)}, ${new Date(ms).toISOString().slice(11, 16)} UTC`;
}

/** A number of credits with its word: `1 credit`, `1,250 credits`. */
export function shownCredits(credits: number): string {
  return `${credits.toLocaleString('en-US')} ${credits === 1 ? 'credit' : 'credits'}`;
}
