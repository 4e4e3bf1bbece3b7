/** The headers of every call to the inference service, to networks and image lane alike. */
import { MessageFault } from './fault.ts';

/** Value of a header by its name, null where there is none. */
export type ReadHeader = (name: string) => string | null;

export interface CallTerms {
  /** By which one request is found in the logs of all services. */
  readonly requestId: string | undefined;
  /** Random, the same for all runs of one call and for no other: no client may choose it. */
  readonly call?: string;
  /** The place in a trace: handed on as it came where calls are not traced, else that of the span around it. */
  readonly traceparent?: string;
  /** Whose turn it takes in the lines of networks: a name of the caller that reveals nothing of it. */
  readonly caller?: string;
  /** Whether outputs of networks may be kept for a while, for further calls of that caller. */
  readonly mayKeep?: boolean;
  /** A short hash, in hexadecimal digits, of what one address should get all calls of, because it has kept them. */
  readonly affinity?: string;
  /** A short hash of the picture, in hexadecimal digits. It goes no further than the gateway. */
  readonly picture?: string;
  /** Time until the caller's deadline. A duration, because two clocks may differ. */
  readonly remainingMs: number;
}

export const requestIdName = 'X-Request-Id';
/** W3C Trace Context, section 3.2. */
export const traceparentName = 'traceparent';
const callName = 'X-Call';
const remainingName = 'X-Deadline-Ms';
const callerName = 'X-Turn-Of';
/** The caller again, of a call for which outputs may be kept and of no other. */
const keeperName = 'X-Caller';
/** For `wire/gateway/affinity.ts`. */
const affinityName = 'X-Affinity';
const gatewayFaultName = 'X-Gateway-Error';
/** Some hexadecimal digits of the picture of a call, for the gateway alone: calls with one picture fail for one reason. */
const pictureName = 'X-Picture';

/** Of a 503 whose work had begun and was lost with its process: no refusal of a service that is well and busy. */
export const lostHeaders = { 'X-Work-Lost': 'true' } as const;

const usualMs = 60_000;
const longestMs = 600_000;

/** The headers of a call. Less than a millisecond is sent as one. */
export function callHeaders(terms: CallTerms): Record<string, string> {
  const { requestId, call, traceparent, caller, mayKeep, affinity, picture, remainingMs } = terms;
  return {
    ...(requestId === undefined ? {} : { [requestIdName]: requestId }),
    ...(call === undefined ? {} : { [callName]: call }),
    ...(traceparent === undefined ? {} : { [traceparentName]: traceparent }),
    ...(caller ? { [callerName]: caller } : {}),
    ...(caller && mayKeep ? { [keeperName]: caller } : {}),
    ...(affinity ? { [affinityName]: affinity } : {}),
    ...(picture ? { [pictureName]: picture } : {}),
    [remainingName]: String(Math.max(1, Math.floor(remainingMs))),
  };
}

/** The request's name, where it is usable in a log line. */
export function readRequestId(header: ReadHeader): string | undefined {
  return usable(header(requestIdName));
}

/** The call that a run is part of, where it says so in a usable way. */
export function readCall(header: ReadHeader): string | undefined {
  return usable(header(callName));
}

/** Whose turn a call takes; empty where it does not say, or not in a usable way. */
export function readCaller(header: ReadHeader): string {
  return usable(header(callerName)) ?? '';
}

function usable(name: string | null): string | undefined {
  return name !== null && /^[A-Za-z0-9._-]{1,64}$/.test(name) ? name : undefined;
}

/** Whether outputs may be kept for the caller of a call: never for one without a usable name. */
export function readMayKeep(header: ReadHeader): boolean {
  const caller = readCaller(header);
  return caller !== '' && header(keeperName) === caller;
}

/** The trace that a request is part of, where its header is of the version that the recommendation defines. */
export function readTraceparent(header: ReadHeader): string | undefined {
  const text = header(traceparentName) ?? '';
  const [, trace, parent] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? [];
  // All zeros stand for none.
  return trace && parent && /[^0]/.test(trace) && /[^0]/.test(parent) ? text : undefined;
}

/** The name of a trace, for log lines: the 32 digits by which tracing programs find it. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(3, 35);
}

/**
 * The milliseconds that remain: 60 s where the call does not say, never more than 10 min, below 0 for one that is over.
 * @throws MessageFault where it is no number
 */
export function readRemainingMs(header: ReadHeader): number {
  const text = header(remainingName);
  if (text === null) return usualMs;
  if (!/^-?[0-9]{1,15}(\.[0-9]{1,9})?$/.test(text)) {
    throw new MessageFault(`Expected milliseconds that remain as ${remainingName}`);
  }
  return Math.min(Number(text), longestMs);
}

/** Whether the gateway says of its answer that no instance took the connection, so that nothing has run. */
export function isUnreachable({ status, headers }: Response): boolean {
  return (status === 502 || status === 504) && headers.get(gatewayFaultName) === 'unreachable';
}
