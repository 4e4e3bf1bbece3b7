/** `npm start`: the whole service on this machine, from nothing to a curl line that works. */
import { startSettings } from '../contract/settings/local.ts';
import { createLog } from '../inference/log.ts';
import { finishRestore } from './after-restore.ts';
import { ensureWorkers } from './build.ts';
import { endBuildServices } from './build-services.ts';
import { type DemoAccount, demoAccount } from './demo-account.ts';
import { demoKey } from './demo-key.ts';
import { showTroubles } from './inference-process.ts';
import { sayLostSecrets } from './lost-secrets.ts';
import { begin } from './prologue.ts';
import { openPartDirectory, removeRunDirectory } from './run-directory.ts';
import { ServiceLog } from './service-log.ts';
import { sinceListOf } from './since-list.ts';
import { type Life, Supervisor } from './supervisor.ts';
import { Undo } from './undo.ts';
import { startWorkersProcess, type WorkersSettings } from './workers-process.ts';

export interface RunningService {
  readonly base: string;
  readonly demoKey: string;
  readonly demoAccount: DemoAccount;
  /** Opens the page with the demo key and the mailbox of this machine. */
  readonly startWord: string;
  /** Resolves with one line when a part cannot be kept alive. */
  readonly givenUp: Promise<string>;
  /** Takes no new requests, finishes those in work, at most 30 s, and ends every part. */
  stop(): Promise<void>;
  /** Ends every part at once. */
  kill(): void;
}

/** What the edge has accepted may take so long. */
const drainMs = 30_000;
/** Inference has nothing to do any more when it is its turn. */
const idleMs = 5000;

/**
 * Starts inference, unless it runs elsewhere, gateway and edge, and waits until a photo can be sent. From then on each part that
 * ends is started again.
 * @param say called with a line for each step, and for each end of a part
 * @throws Error with one clear line when something is in the way
 */
export async function start(say: (line: string) => void): Promise<RunningService> {
  const undo = new Undo();
  try {
    const begun = await begin(startSettings, process.env, undo, say);
    const { port, state, runDirectory, edgeVariables, gatewayVariables, startInference } = begun;
    const sinceList = sinceListOf(process.env, state.directory);
    const log = new ServiceLog(state.logsDirectory);
    say(`Building the Workers${startInference ? ' and loading the networks' : ''} …`);
    const { INFERENCE_TOKEN: _token, INFERENCE_TOKENS_OLD: _older, ...edgeSecrets } = state.secrets();
    const startWord = state.newStartWord();
    const keep = kept(log);
    let giveUp = (_line: string): void => {};
    const givenUp = new Promise<string>((resolve) => {
      giveUp = resolve;
    });
    const supervise = <Part extends Life>(name: string, start: (signal: AbortSignal) => Promise<Part>) => {
      const ownLog = createLog((line) => log.write('start', line));
      return new Supervisor({ name, start, say, log: ownLog, onGivenUp: giveUp });
    };

    const inference = startInference && supervise('Inference', (signal) => startInference(keep('inference'), signal));
    const built = ensureWorkers();
    const workersSettings = async (listenAt: number): Promise<WorkersSettings> => {
      const temporaryDirectory = openPartDirectory(runDirectory, 'workers');
      await built;
      return {
        port: listenAt,
        stateDirectory: state.workersDirectory,
        // Read anew each time: at the first start there is no demo key yet.
        edgeVariables: {
          ...edgeVariables,
          ...edgeSecrets,
          LOCAL_MAIL: 'on',
          DEMO_KEY: state.demoKey() ?? '',
          START_WORD: startWord,
        },
        gatewayVariables,
        temporaryDirectory,
        sinceList,
        traces: { pidFile: state.lock.workerdPidFile, lock: state.lock.pipe },
      };
    };
    const workers = supervise('The process of the Workers', (signal) =>
      startWorkersProcess(workersSettings(port), keep('edge'), signal),
    );
    const startPrivately = () => startWorkersProcess(workersSettings(0), keep('edge'));
    await finishRestore({ state, sinceList, startPrivately, say });
    if (inference) undo.add(() => inference.stop(idleMs));
    undo.add(() => workers.stop(drainMs));
    const [, , { base }] = await Promise.all([built, inference?.begin(), workers.begin()]);
    const kill = () => {
      for (const part of [workers, inference]) part?.kill();
      removeRunDirectory(runDirectory);
    };
    const [key, account] = await Promise.all([demoKey(base, state), demoAccount(base, state)]);
    await sayLostSecrets(base, state, say);
    await endBuildServices();
    return { base, demoKey: key, demoAccount: account, startWord, givenUp, stop: () => undo.all(), kill };
  } catch (cause) {
    await undo.all();
    throw cause;
  }
}

/** Writes lines of a part into the log, and its troubles for the person. */
function kept(log: ServiceLog): (part: string) => (line: string) => void {
  return (part) => (line) => {
    log.write(part, line);
    showTroubles(line);
  };
}
