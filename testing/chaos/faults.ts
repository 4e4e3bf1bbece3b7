/** What can be wrong with a call by itself. */
import type { CallRecord } from './client.ts';
import type { Kill } from './killer.ts';

/** Which promise is broken. */
export type Promised =
  | 'answer'
  | 'status'
  | 'time'
  | 'money'
  | 'repeat'
  | 'holds'
  | 'budget'
  | 'recovery'
  | 'memory'
  | 'process';

export interface Fault {
  readonly promised: Promised;
  readonly text: string;
}

/** From the last byte of an upload to an answer's last: 10 s of waiting, 55 s of work, and some for a slow machine. */
const answerMs = 75_000;

/** Known as soon as the call is over. @param fitting statuses that the contract has for it */
export function callFaults(record: CallRecord, fitting: readonly number[]): Fault[] {
  const { ending, status, fault } = record;
  const faults: Fault[] = [];
  if (fault) faults.push({ promised: 'answer', text: `a wrongly complete answer: ${fault}` });
  if (status !== null && !fitting.includes(status)) {
    faults.push({ promised: 'status', text: `status ${status}, expected one of ${fitting.join(', ')}` });
  }
  if (ending === 'hung' || (ending === 'whole' && record.answerMs > answerMs)) {
    faults.push({ promised: 'time', text: `${ending} after ${Math.round(record.answerMs / 1000)} s` });
  }
  return faults;
}

/**
 * Known once the kills are: a connection that the service broke though nothing of it was killed. Without a status line
 * only the end of workerd explains it; anything else is answered 503.
 */
export function cutFault(record: CallRecord, kills: readonly Kill[]): Fault | null {
  const { ending, uploaded, manner, startedAtMs, endedAtMs } = record;
  if (ending !== 'broken' && ending !== 'unanswered') return null;
  // An upload that pauses for too long is answered 408 and closed, and the answer may be lost in that.
  if (!uploaded && manner !== 'polite') return null;
  const explains = ({ part, atMs, backAtMs }: Kill) =>
    (part === 'workerd' || ending === 'broken') && atMs <= endedAtMs && backAtMs >= startedAtMs;
  return kills.some(explains) ? null : { promised: 'answer', text: `${ending} though nothing was killed meanwhile` };
}
