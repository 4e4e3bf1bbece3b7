/** Finishes one picture in a worker: see `playground/finish-thread.ts`. */
import { finishedPicture } from './playground/finish.ts';
import type { FinishReport } from './playground/finish-thread.ts';

const report = (result: FinishReport) => postMessage(result);
addEventListener('message', ({ data }) => {
  finishedPicture(data).then(
    (made) => report({ kind: 'made', made }),
    (cause) => report({ kind: 'failed', text: cause instanceof Error ? cause.message : String(cause) }),
  );
});
