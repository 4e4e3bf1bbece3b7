/** The state of the service as the API gives it to pages: plain values, which go from one Worker to another. */

/** The parts of the service that are asked each minute. */
export const partNames = ['ledger', 'directory', 'inference', 'image_lane'] as const;
export type PartName = (typeof partNames)[number];

type Readiness = 'ready' | 'unavailable';

/** What was found of the parts of the service. */
export interface ServiceHealth extends Readonly<Record<PartName, Readiness>> {
  readonly status: Readiness | 'degraded';
}

/** What was counted on a day. */
export interface StatusDay {
  /** Its midnight (UTC), in Unix milliseconds. */
  readonly startMs: number;
  /** Minutes of it that are over: 1,440, or fewer of today. */
  readonly passedMinutes: number;
  /** Minutes in which the parts were asked. For the others there is no data. */
  readonly minutes: number;
  /** Of those, the minutes in which some pictures would have been refused, or all. */
  readonly degraded: number;
  readonly unavailable: number;
  /** Of those, the minutes in which each part did not answer. */
  readonly unanswered: Readonly<Record<PartName, number>>;
  /** Calls that the service made of itself, and those of them that failed. */
  readonly calls: number;
  readonly failedCalls: number;
}

/** How many days the status goes back, today included. */
export const shownDays = 90;

/** How the service does, for everybody. */
export interface ServiceStatus {
  readonly health: ServiceHealth;
  /** The last 90 days, the oldest first and today last; null where the directory does not answer. */
  readonly days: readonly StatusDay[] | null;
  /** Whether the service calls its own operations. */
  readonly callsItself: boolean;
}

/** A part of the service and its state, in words. */
export interface ServiceFact {
  readonly name: string;
  readonly state: string;
  readonly isWell: boolean;
}

/** The service as it is now, for operators: a line for each part. */
export interface ServiceFacts {
  readonly parts: readonly ServiceFact[];
  readonly lanes: readonly ServiceFact[];
  readonly queues: readonly ServiceFact[];
  readonly networks: readonly ServiceFact[];
}

/** What the API's entrypoint `ServiceState` is asked. */
export interface ServiceStateCalls {
  /** @param nowMs the present day's moment, in Unix milliseconds */
  status(nowMs: number): Promise<ServiceStatus>;
  facts(): Promise<ServiceFacts>;
  /** Whether the deployment goes back to an earlier moment, and nothing else may change what it has. */
  isRestoring(): Promise<boolean>;
}
