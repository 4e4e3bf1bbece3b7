/** A call that is sent until it is answered, and paid once: under one `Idempotency-Key` for all that is sent of it. */
import type { RefusalCode } from '../../../../contract/refusals.ts';
import { CallFailed, type Failure } from './failures.ts';
import type { RepeatKeys } from './repeat-keys.ts';

const inProgress = 'IDEMPOTENCY_IN_PROGRESS' satisfies RefusalCode;
/** The call was repeated too often, or the service has learned to read it in another way since: it goes on under a new key alone. */
export const keyEnded: readonly (string | null)[] = [
  'IDEMPOTENCY_EXHAUSTED',
  'IDEMPOTENCY_MISMATCH',
] satisfies readonly RefusalCode[];

/** Longer than a call without a client works and a forgotten one keeps its key. */
const longestWaitMs = 180_000;
const firstPauseMs = 2000;
/** Each question sends the photo again, so that the pauses grow. */
const longestPauseMs = 10_000;

/** What is reported while a call is sent. */
export interface RepeatEvents {
  /** The earlier call is still in work. */
  onWait(): void;
  /** The earlier call cannot be repeated: this one costs a credit. */
  onNewKey(): void;
}

/** How a call is sent, and what stops it. */
export interface Sending<Answer> {
  send(key: string): Promise<Answer>;
  readonly signal: AbortSignal;
  /** Waits; another one in tests. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends a call under the key of an earlier one that was the same, or a new key.
 * @throws CallFailed; whatever the signal was aborted with
 */
export async function sendRepeatably<Answer>(
  callId: string,
  keys: RepeatKeys,
  { send, ...sending }: Sending<Answer>,
  { onWait, onNewKey }: RepeatEvents,
): Promise<Answer> {
  const sendUnderKey = () => sendUntilFree({ ...sending, send: () => send(keys.keyFor(callId)) }, onWait);
  try {
    return await sendUnderKey();
  } catch (cause) {
    if (!(cause instanceof CallFailed) || !keyEnded.includes(cause.failure.code)) throw cause;
    keys.forget(callId);
    onNewKey();
    return sendUnderKey();
  }
}

/**
 * Sends a call, and again while an earlier one under its key is in work.
 * @throws CallFailed; whatever the signal was aborted with
 */
export async function sendUntilFree<Answer>(
  { send, signal, pause = pauseFor }: Omit<Sending<Answer>, 'send'> & { send(): Promise<Answer> },
  onWait: RepeatEvents['onWait'],
): Promise<Answer> {
  let pauseMs = 0;
  let waitedMs = 0;
  for (;;) {
    try {
      return await send();
    } catch (cause) {
      const failure = cause instanceof CallFailed ? cause.failure : null;
      if (failure?.code !== inProgress || waitedMs >= longestWaitMs) throw cause;
      pauseMs = pauseMs === 0 ? firstPauseOf(failure) : Math.min(longestPauseMs, pauseMs * 1.5);
      waitedMs += pauseMs;
      onWait();
      await pause(pauseMs, signal);
    }
  }
}

function firstPauseOf({ retryAfterSeconds }: Failure): number {
  return retryAfterSeconds ? Math.min(longestPauseMs, retryAfterSeconds * 1000) : firstPauseMs;
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
