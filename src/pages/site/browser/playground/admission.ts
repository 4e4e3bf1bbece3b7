/** What admits a call of the page, once: the service gives it to its own pages, and the call brings it. */
import type { ProcessingOperation } from '../../../../contract/operations.ts';
import type { RefusalCode } from '../../../../contract/refusals.ts';
import { brokenOff, CallFailed, failureOf } from './failures.ts';
import type { Payment } from './payment.ts';

/** Who pays by an admission: all but a key. */
export type AdmittedPayment = Exclude<Payment, { readonly kind: 'key' }>;

const admissionEnded = 'INVALID_ADMISSION' satisfies RefusalCode;

/**
 * Asks for the admission of one call.
 * @returns a value of `X-Admission`, good for a minute
 * @throws CallFailed; whatever the signal was aborted with
 */
export async function askAdmission(
  { name }: ProcessingOperation,
  payment: AdmittedPayment,
  signal: AbortSignal,
): Promise<string> {
  const headers = {
    'X-CSRF-Token': payment.csrfToken,
    ...(payment.kind === 'wallet' && { 'X-Wallet': payment.type }),
  };
  const answer = await fetch(`/playground/admission/${name}`, { method: 'POST', headers, signal }).catch(() => {
    signal.throwIfAborted();
    throw new CallFailed(brokenOff(false));
  });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new CallFailed(failureOf(answer.status, answer.headers, said));
  return String(Object(said).admission);
}

/** Does something that needs an admission, and once more where that has ended on the way, or an earlier answer was lost. */
export async function withAdmission<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof CallFailed) || cause.failure.code !== admissionEnded) throw cause;
    return call();
  }
}
