/** The inference service as `src/inference/main.ts` starts it, with session children that take a stated time. */
import { createLane } from '../../src/inference/lane/front.ts';
import { readLaneSettings } from '../../src/inference/lane/settings.ts';
import { createLog } from '../../src/inference/log.ts';
import { childEntry } from '../../src/inference/processes/child-entry.ts';
import { readSettings } from '../../src/inference/settings.ts';
import { startInference } from '../../src/inference/start.ts';

const log = createLog((line) => process.stdout.write(`${line}\n`));
const lane = createLane(readLaneSettings(process.env), { log });
const service = await startInference(readSettings(process.env), {
  log,
  routes: lane.routes,
  innerListener: true,
  childEntry: childEntry('paced-session-child', import.meta.url),
});
lane.start(`http://127.0.0.1:${service.innerPort}`);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  service
    .close()
    .finally(() => lane.close())
    .finally(() => process.exit(0));
});
