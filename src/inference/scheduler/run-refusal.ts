/** Why a run has no result: a word for the metrics, a sentence for the caller. */
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import type { ChildFaultKind } from './child.ts';

/** Reasons of the line. */
export const lineRefusals = {
  full: 'Too many requests are waiting for the network',
  'too-much-ahead': 'More requests are waiting than can be served before the deadline',
  late: 'The deadline has passed',
  'nearly-late': 'The deadline is nearer than the network can be run',
  'caller-gone': 'The caller has gone',
  ending: 'The service is ending',
} as const;

/** A label of the metrics: few words, and always the same. */
export type RefusalReason = keyof typeof lineRefusals | ChildFaultKind;

/** All of them. */
export const refusalReasons: readonly RefusalReason[] = [
  ...(Object.keys(lineRefusals) as (keyof typeof lineRefusals)[]),
  ...(['died', 'too-slow', 'run-failed'] as const),
];

/** Whether a run had begun and its process is gone: the service failed, where the other 503s are of one that is well and busy. */
export function isLost({ reason }: RunRefusal): boolean {
  return !(reason in lineRefusals);
}

type RefusalOptions = ConstructorParameters<typeof NetworkFault>[2];

/** The fault of a run that was refused, or that failed. */
export class RunRefusal extends NetworkFault {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, kind: NetworkFault['kind'], message: string, options?: RefusalOptions) {
    super(kind, message, options);
    this.reason = reason;
  }
}
