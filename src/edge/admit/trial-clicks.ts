/** Clicks on a picture that the trial has just made: they use no further try. */
import { createHmac } from 'node:crypto';
import type { Task } from '../../contract/operations.ts';
import type { Claim } from '../../money/allowances/calls.ts';
import { SharedThread } from '../../pixels/bounds/shared-thread.ts';

/**
 * Sent by the page with a click. Where the tries are used up it has the call read all the same; without the picture that was made
 * it is refused then.
 */
export const clickHeader = 'X-Click';

/** Clicks on one picture. */
const clicksOfPicture = 5;
/** For so long a picture is known. */
const pictureMs = 600_000;

/** Bytes that are signed in one go, and about how many microseconds that takes. */
const signedAtOnce = 1024 * 1024;
const signUs = 5000;

/** Whether a call has points, or says what holes become. */
export function isClick(task: Task): boolean {
  return ('points' in task && task.points !== undefined) || ('holes' in task && task.holes !== undefined);
}

/**
 * What a picture of a visitor is counted by: its try first, then its clicks. Of the file nothing but an HMAC is kept.
 * @param thread gets others their turns
 */
export async function claimOfPicture(
  visitor: string,
  file: Uint8Array,
  secret: string,
  thread = new SharedThread(),
): Promise<Claim> {
  const signature = createHmac('sha256', secret).update(`trial:picture:${visitor}\0`);
  for (let at = 0; at < file.length; at += signedAtOnce) {
    signature.update(file.subarray(at, at + signedAtOnce));
    const turn = thread.after(signUs);
    if (turn) await turn;
  }
  return { subject: signature.digest('hex'), limit: 1 + clicksOfPicture, windowMs: pictureMs };
}
