/**
 * One log line for each call, once its answer has been sent. No answer waits for it, and none fails with it. Refusals of callers
 * that no key names are counted instead.
 */
import * as metrics from '../../money/counts/metrics.ts';
import { pendingCounts } from '../../money/counts/pending-counts.ts';
import { hexadecimal, hmac } from '../../money/keys/hmac.ts';
import { addressOf, networkOf } from '../../pixels/bounds/address.ts';
import type { EdgeSettings } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { log } from '../log.ts';
import { type AnsweredCall, answeredCall, type SentAnswer } from './answered-call.ts';
import { endSpan } from './call-span.ts';
import { type Stranger, Strangers } from './strangers.ts';

type Naming = Pick<EdgeSettings, 'keyHashSecret'>;

const dayMs = 86_400_000;
/** By these a caller that no key names is refused, as often as it likes. */
const ofStrangers: readonly number[] = [401, 403, 404, 405, 429];

/** Those of the isolate. */
const strangers = new Strangers();

/** Writes the line of a call, behind its answer. */
export function noteCall(exchange: Exchange, answer: SentAnswer): void {
  exchange.waitUntil(note(exchange, answer).catch((cause: unknown) => log('error', 'line-lost', { cause })));
}

/** Writes the lines of refusals that were counted, as far as they are due. */
export async function noteStrangers(settings: Naming, nowMs: number): Promise<void> {
  for (const [stranger, calls] of strangers.due(nowMs)) await writeStrangers(stranger, calls, settings, nowMs);
}

async function note(exchange: Exchange, answer: SentAnswer): Promise<void> {
  const { key, request, sending, settings } = exchange;
  const nowMs = Date.now();
  const network = networkOf(addressOf(request.headers, settings.trustedAddressHeader));
  const { status, errorCode } = answer;
  if (key === null && errorCode !== null && ofStrangers.includes(status)) {
    const stranger = { network, status, errorCode };
    const call = answeredCall(exchange, answer, null);
    count(call);
    endSpan(exchange, call);
    const calls = strangers.add(stranger, nowMs);
    if (calls > 0) await writeStrangers(stranger, calls, settings, nowMs);
  } else {
    const address = await nameOf(network, settings, nowMs);
    const call = answeredCall(exchange, answer, (await sending) ?? null);
    count(call);
    endSpan(exchange, call);
    write(call, address);
  }
  await noteStrangers(settings, nowMs);
  await pendingCounts.flush(exchange.env);
}

/** Counts a call for the metrics. */
function count({ operation, status, errorCode, credits, steps, milliseconds, lane, end }: AnsweredCall): void {
  pendingCounts.add(metrics.calls, { operation: operation ?? 'none', status: String(status) });
  if (errorCode !== undefined) pendingCounts.add(metrics.refusals, { code: metrics.knownCode(errorCode) });
  if (credits > 0) pendingCounts.add(metrics.credits, {}, credits);
  if (end === 'broken-off') pendingCounts.add(metrics.brokenAnswers);
  const whole = lane === undefined ? {} : { whole: milliseconds };
  for (const [step, ms] of Object.entries({ ...steps, ...whole })) {
    pendingCounts.observe(metrics.steps, { step }, ms / 1000);
  }
}

function write({ milliseconds, steps, ...call }: AnsweredCall, address: string | undefined): void {
  const rounded = Object.fromEntries(Object.entries(steps).map(([name, ms]) => [name, Math.round(ms * 10) / 10]));
  log('info', 'call', { time: new Date().toISOString(), ...call, milliseconds, steps: rounded, address });
}

async function writeStrangers(
  { network, status, errorCode }: Stranger,
  calls: number,
  settings: Naming,
  nowMs: number,
): Promise<void> {
  const address = await nameOf(network, settings, nowMs);
  log('info', 'calls-refused', { time: new Date(nowMs).toISOString(), status, errorCode, calls, address });
}

/** A name of a network that is another one each day (UTC), and reveals nothing of it; undefined where addresses are not known. */
async function nameOf(network: string | null, { keyHashSecret }: Naming, nowMs: number): Promise<string | undefined> {
  if (network === null || keyHashSecret === '') return undefined;
  const day = Math.floor(nowMs / dayMs);
  return hexadecimal((await hmac(`log:${day}:${network}`, keyHashSecret)).subarray(0, 8));
}
