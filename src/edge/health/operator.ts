/** The pages of operators, with the state of the service as this isolate knows it. */
import { operatorPages } from '../../site/operator/routes.tsx';
import type { ServiceFact } from '../../site/operator/service.tsx';
import type { Environment } from '../environment.ts';
import { breakerWaitMs } from '../lanes/inference-link.ts';
import { healthOf } from './health.ts';
import { queueState } from './queue-statistics.ts';

/** Mounted by the app, whose bindings it gets: pages declare only those that they use themselves. */
export const operator = operatorPages((env) => factsOf(env as unknown as Environment));

async function factsOf(env: Environment): Promise<ServiceFact[]> {
  const [{ status, ledger, directory, inference, image_lane, memory, configuration }, queue] = await Promise.all([
    healthOf(env),
    queueState(env),
  ]);
  const waitMs = breakerWaitMs();
  const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    { name: 'Service', state: status, isWell: status === 'ready' },
    { name: 'Configuration', state: configuration, isWell: configuration === 'ready' },
    { name: 'Ledgers', state: ledger, isWell: ledger === 'ready' },
    { name: 'Directory', state: directory, isWell: directory === 'ready' },
    { name: 'Networks', state: inference, isWell: inference === 'ready' },
    { name: 'Queue of the networks', ...queue },
    { name: 'Image lane', state: image_lane, isWell: image_lane === 'ready' },
    {
      name: 'Breaker',
      state: waitMs === 0 ? 'closed' : `open for ${Math.ceil(waitMs / 1000)} s: the networks could not be reached`,
      isWell: waitMs === 0,
    },
    {
      name: 'Memory for pictures',
      state: memory ? `${megabytes(memory.free_bytes)} of ${megabytes(memory.total_bytes)} free` : 'unknown',
      isWell: memory?.expired_leases === 0,
    },
  ];
}
