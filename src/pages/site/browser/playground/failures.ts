/** What went wrong with a call, in the service's own public words. */

import type { RefusalCode } from '../../../../contract/refusals.ts';

export interface Failure {
  readonly text: string;
  /** What the visitor can do about it; empty when the text says it all. */
  readonly advice: string;
  /** Where it came from, for a report: status, code and request id. */
  readonly origin: string;
  /** `X-Error-Code`; null where the service did not answer. */
  readonly code: string | null;
  /** Null where the service did not say. */
  readonly retryAfterSeconds: number | null;
  /** Whether the same call may succeed later. */
  readonly mayRetry: boolean;
  /** Whether an account helps. */
  readonly accountHelps: boolean;
}

const trialUsedUp = 'TRIAL_USED_UP' satisfies RefusalCode;
/** The page asks for a new token after each call, and for another admission before it. */
const askedAnew: readonly (string | null)[] = ['STRANGE_ORIGIN', 'INVALID_ADMISSION'] satisfies readonly RefusalCode[];
const inProgress = 'IDEMPOTENCY_IN_PROGRESS' satisfies RefusalCode;
const stillInProgress = 'The earlier call for this photo has not ended yet.';

/** A call that did not succeed, with what the visitor reads about it. */
export class CallFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.text);
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

/** A failure that the page itself has found. */
export function failureOfPage(
  text: string,
  advice: string,
  { mayRetry = false, accountHelps = false }: Partial<Pick<Failure, 'mayRetry' | 'accountHelps'>> = {},
): Failure {
  return { text, advice, origin: '', code: null, retryAfterSeconds: null, mayRetry, accountHelps };
}

/** No answer, or half of one. */
export function brokenOff(begun: boolean): Failure {
  const text = begun ? 'The answer broke off before it was complete.' : 'The service could not be reached.';
  return failureOfPage(text, 'Check the connection and try again.', { mayRetry: true });
}

/** The failure that an answer other than 200 means. `body` is its JSON, or null where it had none. */
export function failureOf(status: number, headers: Headers, body: unknown): Failure {
  const code = headers.get('X-Error-Code');
  const requestId = headers.get('X-Request-Id');
  const retryAfterSeconds = Number(headers.get('Retry-After')) || null;
  const passes = (status === 429 && code !== trialUsedUp) || status === 408 || status >= 500 || code === inProgress;
  return {
    text: code === inProgress ? stillInProgress : (publicText(body) ?? `The service answered ${status}.`),
    advice: passes ? tryAgain(retryAfterSeconds) : adviceFor(status, code),
    origin: [`${status}`, code, requestId && `request ${requestId}`].filter(Boolean).join(' · '),
    code,
    retryAfterSeconds,
    mayRetry: passes || askedAnew.includes(code),
    accountHelps: code === trialUsedUp,
  };
}

/** The text of an error body: a `detail` text, a list of validation items, or a `message`. */
export function publicText(body: unknown): string | null {
  const { detail, message } = Object(body) as { detail?: unknown; message?: unknown };
  if (typeof detail === 'string') return detail;
  if (typeof message === 'string') return message;
  if (!Array.isArray(detail)) return null;
  const texts = detail.map((item: unknown) => Object(item).msg).filter((text) => typeof text === 'string');
  return texts.length > 0 ? texts.join('\n') : null;
}

function adviceFor(status: number, code: string | null): string {
  if (askedAnew.includes(code)) return '';
  if (status === 401) return 'This account or key cannot make calls. Ask the operator of this service.';
  if (status === 413 || status === 415 || status === 422) return 'Choose another photo. This call cost nothing.';
  return '';
}

function tryAgain(retryAfterSeconds: number | null): string {
  const wait = retryAfterSeconds === null ? '' : ` in ${seconds(retryAfterSeconds)}`;
  return `Try again${wait}. This call cost nothing.`;
}

function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
