/** `npm start`: the whole service on this machine, from nothing to a curl line that works. */
import { setImmediate } from 'node:timers/promises';
import { startSettings } from '../contract/settings/local.ts';
import { createLog } from '../inference/log.ts';
import { finishRestore } from './after-restore.ts';
import { ensureWorkers } from './build.ts';
import { endBuildServices } from './build-services.ts';
import { type DemoAccount, demoAccount } from './demo-account.ts';
import { demoKey } from './demo-key.ts';
import { showTroubles } from './inference-process.ts';
import { KeptPort } from './kept-port.ts';
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
  /**
   * Finishes and ends all in the same way, but for the port, and runs the program of this process anew: it does not return, unless the
   * service is stopped meanwhile. Does nothing where the port cannot be kept.
   */
  restart(): Promise<void>;
  /** Ends every part at once. */
  kill(): void;
}

/** What the edge has accepted may take so long, and the rewriting of databases. */
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
  let keptPort = KeptPort.handedOn();
  try {
    const begun = await begin(startSettings, process.env, undo, say, keptPort !== null);
    const { port, state, runDirectory, edgeVariables, gatewayVariables, startInference } = begun;
    const sinceList = sinceListOf(process.env, state.directory);
    const log = new ServiceLog(state.logsDirectory);
    say(`Building the Workers${startInference ? ' and loading the networks' : ''} …`);
    const { INFERENCE_TOKEN: _token, INFERENCE_TOKENS_OLD: _older, ...edgeSecrets } = state.secrets();
    const startWord = state.newStartWord();
    const keep = kept(log);
    const { supervise, givenUp } = supervision(log, say);
    const inference = startInference && supervise('Inference', (signal) => startInference(keep('inference'), signal));
    const built = ensureWorkers();
    const workersSettings = async (at: Pick<WorkersSettings, 'port' | 'socket'>): Promise<WorkersSettings> => {
      const temporaryDirectory = openPartDirectory(runDirectory, 'workers');
      await built;
      return {
        ...at,
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
    const workers = supervise('The process of the Workers', async (signal) => {
      await built;
      keptPort ??= KeptPort.open(port);
      const settings = workersSettings({ port, ...(keptPort && { socket: keptPort.socket }) });
      const part = await startWorkersProcess(settings, keep('edge'), signal);
      keptPort?.servedUntil(part.ended);
      return part;
    });
    const startPrivately = () => startWorkersProcess(workersSettings({ port: 0 }), keep('edge'));
    await finishRestore({ state, sinceList, startPrivately, say });
    if (inference) undo.add(() => inference.stop(idleMs));
    undo.add(() => workers.stop(drainMs));
    // Calls that wait get in as workerd begins: the networks are there by then, and the directory is up to date.
    const networks = inference?.begin();
    if (keptPort) await Promise.all([networks, startPrivately().then((one) => one.stop(drainMs))]);
    const [, , { base }] = await Promise.all([built, networks, workers.begin()]);
    const kill = () => {
      for (const part of [workers, inference]) part?.kill();
      removeRunDirectory(runDirectory);
    };
    const [key, account] = await Promise.all([demoKey(base, state), demoAccount(base, state)]);
    await sayLostSecrets(base, state, say);
    await endBuildServices();
    if (keptPort) state.lock.markReady();
    return { base, demoKey: key, demoAccount: account, startWord, givenUp, kill, ...endsOf(undo, keptPort, say) };
  } catch (cause) {
    await undo.all();
    keptPort?.tryAgain(() =>
      say(`${cause instanceof Error ? cause.message : String(cause)}; the start is tried again`),
    );
    throw cause;
  }
}

/** Supervisors of parts, and what resolves once one of them gives up. */
function supervision(log: ServiceLog, say: (line: string) => void) {
  let giveUp = (_line: string): void => {};
  const givenUp = new Promise<string>((resolve) => {
    giveUp = resolve;
  });
  const supervise = <Part extends Life>(name: string, start: (signal: AbortSignal) => Promise<Part>) => {
    const ownLog = createLog((line) => log.write('start', line));
    return new Supervisor({ name, start, say, log: ownLog, onGivenUp: giveUp });
  };
  return { supervise, givenUp };
}

/** How a service ends, for good or for the next: whichever is asked for while the other is under way, all is finished once. */
function endsOf(
  undo: Undo,
  keptPort: KeptPort | null,
  say: (line: string) => void,
): Pick<RunningService, 'stop' | 'restart'> {
  let leaving: Promise<void> | null = null;
  const leave = () => {
    leaving ??= undo.all();
    return leaving;
  };
  return {
    stop() {
      keptPort?.letGo();
      return leave();
    },
    async restart() {
      if (!keptPort || leaving) return;
      say('Answers in work are finished, at most 30 s; other calls wait for the service that takes this place');
      keptPort.waitForNext();
      await leave();
      // Between these two a signal is heard that has come meanwhile: the next program would not know of it.
      await setImmediate();
      await setImmediate();
      keptPort.runAnew();
    },
  };
}

/** Writes lines of a part into the log, and its troubles for the person. */
function kept(log: ServiceLog): (part: string) => (line: string) => void {
  return (part) => (line) => {
    log.write(part, line);
    showTroubles(line);
  };
}
