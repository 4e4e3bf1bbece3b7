/** Operation 8: the balance. Free, but counted in the rate window. */
import { formatExpiry } from '../../contract/dates.ts';
import { admitCreditQuestion } from '../admission.ts';
import type { Exchange } from '../exchange.ts';

/** @throws Refused 401, 429 */
export async function respondCredit(exchange: Exchange): Promise<Response> {
  const { credit, expiresAtMs } = await admitCreditQuestion(exchange);
  return Response.json({ credit, expiration_date: formatExpiry(expiresAtMs) });
}
