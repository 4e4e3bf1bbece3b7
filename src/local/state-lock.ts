/**
 * The claim on a state folder. It is a named pipe that its owners hold open: the start, and workerd, which has the
 * ledgers open. The system lets go of it when they end, however they end, so no process number has to be believed;
 * numbers are written down only to name the process that is to be stopped.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, lstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeWhole } from './state-file.ts';
import { readPid } from './workerd.ts';

/** What a killed start leaves behind ends by itself within two seconds. */
const orphanMs = 5000;
const pollMs = 100;
/** Windows has none in folders; there the number that a start wrote is believed. */
const hasPipes = process.platform !== 'win32';
/** Two starts in the same instant: the one that wrote its number last stays. */
const settleMs = 50;

/** One claim, or none where another process holds the folder. */
export class StateLock {
  /** For workerd to hold. */
  readonly pipe: string;
  /** Where the launcher of workerd writes its number. */
  readonly workerdPidFile: string;
  /** There while the service of the owner is ready and can be restarted: its number, and a word of that service alone. */
  readonly readyFile: string;
  readonly #directory: string;
  readonly #startPidFile: string;
  #held: number | null = null;

  constructor(directory: string) {
    this.#directory = directory;
    this.pipe = path.join(directory, 'lock');
    this.workerdPidFile = path.join(directory, 'workerd.pid');
    this.readyFile = path.join(directory, 'ready');
    this.#startPidFile = path.join(directory, 'start.pid');
  }

  /**
   * Claims the folder for this process and its parts.
   * @param patienceMs how long what is left of a killed start may take to end
   * @param waitsForOwner whether a living owner has so long too: who restarts a service gives way to a backup, and goes on
   * @throws Error naming the process that has it
   */
  async take(patienceMs = orphanMs, waitsForOwner = false): Promise<void> {
    if (hasPipes) makePipe(this.pipe);
    const untilMs = Date.now() + patienceMs;
    while (this.isHeld) {
      const start = readPid(this.#startPidFile);
      const isLate = Date.now() > untilMs;
      if ((isLate || !waitsForOwner) && start !== null && isAlive(start)) {
        throw this.#refusal(`Another start (process ${start})`);
      }
      if (isLate) {
        throw this.#refusal(`workerd of an earlier start (process ${readPid(this.workerdPidFile)})`);
      }
      await pause(pollMs);
    }
    if (hasPipes) this.#held = hold(this.pipe);
    writeFileSync(this.#startPidFile, `${process.pid}\n`, { mode: 0o600 });
    for (const file of [this.workerdPidFile, this.readyFile]) rmSync(file, { force: true });
    await pause(settleMs);
    const owner = readPid(this.#startPidFile);
    if (owner === process.pid) return;
    this.#letGo();
    if (waitsForOwner && Date.now() < untilMs) return this.take(untilMs - Date.now(), waitsForOwner);
    throw this.#refusal(`Another start (process ${owner})`);
  }

  /** Gives the folder back. The pipe stays where it is: another start may be looking at it. */
  release(): void {
    this.#letGo();
    if (readPid(this.#startPidFile) !== process.pid) return;
    for (const file of [this.#startPidFile, this.workerdPidFile, this.readyFile]) rmSync(file, { force: true });
  }

  /** The service of this owner can be restarted from now on. */
  markReady(): void {
    writeWhole(this.readyFile, `${process.pid} ${randomUUID()}\n`);
  }

  /** Whether a service, or what is left of one, has the folder. */
  get isHeld(): boolean {
    if (hasPipes) return existsSync(this.pipe) && isHeld(this.pipe);
    const start = readPid(this.#startPidFile);
    return start !== null && start !== process.pid && isAlive(start);
  }

  #letGo(): void {
    if (this.#held !== null) closeSync(this.#held);
    this.#held = null;
  }

  #refusal(owner: string): Error {
    return new Error(`${owner} uses ${this.#directory}; stop it or set EDGEMATTE_STATE`);
  }
}

function makePipe(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFIFO()) return;
  // Earlier versions kept a process number in a file of this name.
  if (found) rmSync(file, { force: true });
  try {
    execFileSync('mkfifo', ['-m', '600', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (cause) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFIFO()) return;
    const reason = String(cause).replace(/\s+/g, ' ').trim();
    throw new Error(
      `${path.dirname(file)} cannot hold a named pipe; set EDGEMATTE_STATE to a folder on a local disk (${reason})`,
    );
  }
}

/** A pipe that nobody has open for reading cannot be opened for writing. */
function isHeld(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENXIO') return false;
    throw cause;
  }
}

/** Opened for both ends, so that it waits for nobody. */
function hold(file: string): number {
  return openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
}

/** Whether there is such a process, and it has not ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Whether a process has ended, and its parent has not waited for it yet; false on systems that do not say so in /proc. */
function isZombie(pid: number): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind its name, which may have parentheses too.
    return line.slice(line.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}
