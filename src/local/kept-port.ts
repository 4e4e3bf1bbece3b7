/**
 * The port of `npm start`, which stays open from one service to the next. A restart replaces the program of this very process (execve):
 * it keeps its number, its parent and this socket, and all else is read anew. Connections wait meanwhile, but not for ever.
 */
import { closeSync } from 'node:fs';
import * as z from 'zod';
import { keepToSelf, listenAt, passOn } from './listening-socket.ts';
import { WaitingRoom } from './waiting-room.ts';

/** How long a connection waits for Workers; then it gets 503. */
const longestWaitMs = 30_000;
/** What was there before was good: a part that is killed while it begins is no reason to end. */
const mostTries = 3;
/** How the program that follows learns of the socket. */
const variable = 'EDGEMATTE_KEPT_PORT';

const handedShape = z.object({ socket: z.number(), awaySinceMs: z.number(), tries: z.number() });

type Handed = Readonly<z.infer<typeof handedShape>>;

/** One port, which this process has. */
export class KeptPort {
  readonly socket: number;
  /** Which start this is in the place of a service before; 0 for the first of all. */
  readonly #tries: number;
  readonly #room: WaitingRoom;
  #awaySinceMs: number;
  #isOpen = true;

  private constructor({ socket, awaySinceMs, tries }: Handed) {
    this.socket = socket;
    this.#tries = tries;
    this.#awaySinceMs = awaySinceMs;
    this.#room = new WaitingRoom(socket);
    this.#room.open(awaySinceMs + longestWaitMs - Date.now());
  }

  /** What the program before has handed on in this process; null where this is the first, or cannot keep it: then the port is closed. */
  static handedOn(environment: NodeJS.ProcessEnv = process.env): KeptPort | null {
    const text = environment[variable];
    if (!text) return null;
    // The parts get the environment too, and not the port.
    delete environment[variable];
    const handed = handedShape.parse(JSON.parse(text));
    try {
      keepToSelf(handed.socket);
    } catch {
      closeSync(handed.socket);
      return null;
    }
    return new KeptPort(handed);
  }

  /** Opens one. @returns null where this system cannot keep it, or another program has it: then workerd opens it itself */
  static open(port: number): KeptPort | null {
    if (!process.execve) return null;
    const socket = listenAt(port);
    return socket === null ? null : new KeptPort({ socket, awaySinceMs: Date.now(), tries: 0 });
  }

  /** Somebody accepts connections. @param ended resolves when nobody does any more */
  servedUntil(ended: Promise<unknown>): void {
    this.#room.close();
    ended.then(() => this.waitForNext());
  }

  /** Connections wait from now on, if they do not already. */
  waitForNext(): void {
    if (!this.#isOpen || this.#room.isOpen) return;
    this.#awaySinceMs = Date.now();
    this.#room.open(longestWaitMs);
  }

  /** Nobody comes back: connections are refused once workerd, which has the socket too, has closed it. */
  letGo(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#room.close();
    closeSync(this.socket);
  }

  /** Runs the program of this process anew, from the files as they are now. Does not return where the port is open. */
  runAnew(): void {
    if (this.#isOpen) this.#replaceProgram(1);
  }

  /** The same for a service that could not begin in the place of another; returns where that was tried often enough. */
  tryAgain(onTry: () => void): void {
    if (!this.#isOpen || this.#tries === 0 || this.#tries === mostTries) return;
    onTry();
    this.#replaceProgram(this.#tries + 1);
  }

  #replaceProgram(tries: number): void {
    const handed: Handed = { socket: this.socket, awaySinceMs: this.#awaySinceMs, tries };
    passOn(this.socket);
    const { execPath, execArgv, argv, env } = process;
    process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], {
      ...env,
      [variable]: JSON.stringify(handed),
    });
  }
}
