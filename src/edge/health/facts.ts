/** The state of the service as this isolate knows it, in words for operators. */
import type { ServiceFact, ServiceFacts } from '../../contract/service-state.ts';
import type { Environment } from '../environment.ts';
import { breakerWaitMs } from '../lanes/inference-link.ts';
import { healthOf } from './health.ts';
import { queueReport } from './queue-statistics.ts';

/** Asks the parts and the queue of the networks, for at most two seconds. */
export async function factsOf(env: Environment): Promise<ServiceFacts> {
  const [{ status, ledger, directory, inference, image_lane, memory, configuration }, { queue, networks }] =
    await Promise.all([healthOf(env), queueReport(env)]);
  const waitMs = breakerWaitMs();
  const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const ready = (name: string, state: string): ServiceFact => ({ name, state, isWell: state === 'ready' });
  return {
    parts: [
      ready('Service', status),
      ready('Configuration', configuration),
      ready('Ledgers', ledger),
      ready('Directory', directory),
      ready('Networks', inference),
    ],
    lanes: [
      {
        name: 'Edge lane',
        state: memory
          ? `${megabytes(memory.free_bytes)} of ${megabytes(memory.total_bytes)} free for pictures`
          : 'unknown',
        isWell: memory?.expired_leases === 0,
      },
      ready('Image lane', image_lane),
      {
        name: 'Breaker',
        state: waitMs === 0 ? 'closed' : `open for ${Math.ceil(waitMs / 1000)} s: the networks could not be reached`,
        isWell: waitMs === 0,
      },
    ],
    queues: [{ name: 'Queue of the networks', ...queue }],
    networks,
  };
}
