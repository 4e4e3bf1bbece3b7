/** Calls of the page at `/` and how they are admitted. They must come from a page of this service, which brings what admits them. */
import type { OperationName } from '../../contract/operations.ts';
import { admissionHeader } from '../../contract/playground.ts';
import { Refused, refusal } from '../../contract/refusals.ts';
import { isSameOrigin } from '../../contract/same-origin.ts';
import { addressOf } from '../../pixels/bounds/address.ts';
import type { Exchange } from '../exchange.ts';
import { admitHidden } from './admission.ts';
import type { AdmissionPolicy } from './admission-policy.ts';
import { readAdmission } from './page-admission.ts';
import { byTrial } from './trial.ts';

/**
 * How a call of the page is admitted: by the wallet that its admission names, otherwise by the trial.
 * @throws Refused 401 where the admission is not of this call, or has ended; 403 where another page sent it, or one that brings none
 */
export async function admissionPolicyOf(
  { request, settings }: Exchange,
  operation: OperationName,
): Promise<AdmissionPolicy> {
  const text = request.headers.get(admissionHeader);
  // A page of the version before brings none, and is too old.
  if (text === null || !isSameOrigin(request)) throw new Refused(refusal('STRANGE_ORIGIN'));
  const address = addressOf(request.headers, settings.trustedAddressHeader);
  const secrets = [settings.keyHashSecret, ...settings.formerKeyHashSecrets];
  const admission = await readAdmission(text, { operation, address }, secrets);
  if (!admission) throw new Refused(refusal('INVALID_ADMISSION'));
  const { payer, once } = admission;
  if (payer === null) return byTrial(once);
  return {
    admit: (exchange, scope) => admitHidden(exchange, scope, payer, once),
    fetches: true,
    checkPicture() {},
  };
}
