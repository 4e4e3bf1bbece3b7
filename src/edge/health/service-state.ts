/** For pages: an entrypoint without a route, which gives the state of the service as plain values. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ServiceFacts, ServiceStateCalls, ServiceStatus, StatusDay } from '../../contract/service-state.ts';
import { statusKey } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { isRestoring } from '../../money/recovery/standstill.ts';
import type { Environment } from '../environment.ts';
import { log } from '../log.ts';
import { lastDays } from './days.ts';
import { factsOf } from './facts.ts';
import { healthOf } from './health.ts';

/** The entrypoint. */
export class ServiceState extends WorkerEntrypoint<Environment> implements ServiceStateCalls {
  /** How the service does, for everybody. */
  async status(nowMs: number): Promise<ServiceStatus> {
    const [{ status, ledger, directory, inference, image_lane }, days] = await Promise.all([
      healthOf(this.env),
      daysOf(this.env, nowMs),
    ]);
    const callsItself = Boolean(readSetting(statusKey, { ...this.env }));
    return { health: { status, ledger, directory, inference, image_lane }, days, callsItself };
  }

  /** The same for operators, a line for each part. */
  facts(): Promise<ServiceFacts> {
    return factsOf(this.env);
  }

  async isRestoring(): Promise<boolean> {
    return isRestoring(this.env);
  }
}

async function daysOf(env: Environment, nowMs: number): Promise<StatusDay[] | null> {
  try {
    return await lastDays(env, nowMs);
  } catch (cause) {
    log('error', 'status-history-unavailable', { cause });
    return null;
  }
}
