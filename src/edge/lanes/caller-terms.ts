/** What a call to the inference service says of its caller, on both lanes. */
import type { CallTerms } from '../../wire/protocol/call-headers.ts';
import type { Exchange } from '../exchange.ts';
import { affinityOf, pictureMark } from './affinity.ts';
import { callerName } from './caller-name.ts';

/**
 * Whose turn it takes, and whether outputs may be kept for that caller.
 * @param file the picture
 */
export async function callerTerms(
  { caller: ledger, mayKeep, settings }: Pick<Exchange, 'caller' | 'mayKeep' | 'settings'>,
  file: Uint8Array,
): Promise<Pick<CallTerms, 'caller' | 'mayKeep' | 'affinity' | 'picture'>> {
  const picture = pictureMark(file);
  if (!ledger) return { picture };
  const caller = await callerName(ledger, settings.keyHashSecret);
  return mayKeep ? { picture, caller, mayKeep, affinity: affinityOf(caller, file) } : { picture, caller };
}
