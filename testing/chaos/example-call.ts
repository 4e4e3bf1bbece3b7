/** A call in which nothing went wrong, for tests to change. */
import type { CallRecord } from './client.ts';

/** A polite call, sent whole at 10 s and answered whole half a second later. */
export const wholeCall: CallRecord = {
  id: 'r1',
  keyId: 'key_1',
  operation: 'alpha-channel',
  picture: 'small.jpg',
  manner: 'polite',
  name: null,
  ending: 'whole',
  status: 200,
  uploaded: true,
  startedAtMs: 10_000,
  endedAtMs: 10_500,
  answerMs: 400,
  fault: null,
};
