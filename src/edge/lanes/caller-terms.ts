/** What a call to the inference service says of its caller, on both lanes. */
import type { CallTerms } from '../../wire/protocol/call-headers.ts';
import type { Exchange } from '../exchange.ts';
import { affinityOf, pictureMark } from './affinity.ts';
import { callerName } from './caller-name.ts';

/**
 * Which call it is part of, whose turn it takes, and whether outputs may be kept for that caller.
 * @param file the picture
 */
export async function callerTerms(
  { call, caller: ledger, mayKeep, settings }: Pick<Exchange, 'call' | 'caller' | 'mayKeep' | 'settings'>,
  file: Uint8Array,
): Promise<Pick<CallTerms, 'call' | 'caller' | 'mayKeep' | 'affinity' | 'picture'>> {
  const terms = { call, picture: pictureMark(file) };
  if (!ledger) return terms;
  const caller = await callerName(ledger, settings.keyHashSecret);
  return mayKeep ? { ...terms, caller, mayKeep, affinity: affinityOf(caller, file) } : { ...terms, caller };
}
