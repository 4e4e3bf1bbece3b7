/** Entry of the process of one run (`run-once.ts`). Started by fork with an IPC channel, never by hand. */
import { runOnceWith, type SingleRun } from './run-once.ts';

process.on('disconnect', () => process.exit());
process.once('message', (run: Parameters<ReturnType<typeof runOnceWith>>) => {
  const say = (outcome: SingleRun) => process.send?.(outcome);
  runOnceWith(process.env, (text) => console.error(text))(...run).then(
    (trial) => say({ trial }),
    (cause: Error) => say({ message: cause.message }),
  );
});
