/**
 * What `npm start` is: it keeps the port and runs the service in a process of its own, one after the other. On SIGUSR2 the service
 * finishes its work and ends, and another one takes its place, from the files as they are then. Connections wait meanwhile.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { closeSync } from 'node:fs';
import { hasSocketVariable, makeRoom, type WordOfService } from './front-messages.ts';
import { inProject, projectRoot } from './root.ts';
import { WaitingRoom } from './waiting-room.ts';

export interface FrontOfService {
  /** Resolves with the status to end with. */
  readonly ended: Promise<number>;
  /** Passes on a request to end. */
  end(signal: NodeJS.Signals): void;
  /** Puts another service in the place of the one that runs. */
  restart(): void;
}

const longestWaitMs = 30_000;

/** @param socket a descriptor that has the port; null: the service opens it itself, and connections are refused at a restart */
export function runFront(socket: number | null): FrontOfService {
  let open = socket;
  const room = socket === null ? null : new WaitingRoom(socket, longestWaitMs);
  let isRestarting = false;
  let isReady = false;
  let child: ChildProcess;
  let resolve = (_status: number): void => {};
  const ended = new Promise<number>((settle) => {
    resolve = settle;
  });
  /** Nobody comes back: connections that wait end with workerd, which has the port too. */
  const letGo = () => {
    room?.close();
    if (open !== null) closeSync(open);
    open = null;
  };
  const run = () => {
    child = startService(open);
    child.on('message', (word: WordOfService) => {
      if (word === 'ready') isReady = true;
      else if (word === 'there') room?.close();
      else if (word === 'away') room?.open();
      else if (!isRestarting) letGo();
    });
    child.once('exit', (status) => {
      const goesOn = isRestarting && status === 0;
      isRestarting = false;
      isReady = false;
      if (goesOn) return run();
      letGo();
      resolve(status ?? 1);
    });
  };
  run();
  return {
    ended,
    end(signal) {
      isRestarting = false;
      letGo();
      child.kill(signal);
    },
    restart() {
      if (isRestarting || !isReady || open !== socket) return;
      isRestarting = true;
      room?.open();
      child.send(makeRoom, () => {});
    },
  };
}

function startService(socket: number | null): ChildProcess {
  return fork(inProject('src/start/service-host.ts'), [], {
    cwd: projectRoot,
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, [hasSocketVariable]: socket === null ? '' : 'yes' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(socket === null ? [] : [socket])],
    // A terminal's Ctrl-C reaches a whole group of processes: the front passes it on.
    detached: process.platform !== 'win32',
  });
}
