/**
 * A port that stays open while those who answer at it come and go. The system takes connections for it and lets them wait, until a
 * process that has the same socket accepts them. Node cannot hold one without accepting, so the C library is asked.
 */
import { createRequire } from 'node:module';
import type koffi from 'koffi';

const require = createRequire(import.meta.url);

/** As the system numbers them: IPv4 and a stream are the same everywhere, options of sockets are not. */
const [ipv4, stream] = [2, 1];
const isMac = process.platform === 'darwin';
const [socketLevel, reuseAddress] = isMac ? [0xffff, 4] : [1, 2];
/** Commands of fcntl: programs that are started inherit a descriptor only where its flag is 0. */
const [setFlags, closeAtStart, duplicateClosing] = [2, 1, isMac ? 67 : 1030];
/** The system takes fewer where its own limit is lower: on Linux net.core.somaxconn. */
export const waitingConnections = 4096;

/**
 * Listens at a port of 127.0.0.1: from now on connections wait.
 * @returns the file descriptor; null where another program has the port, the system is one that this was not made for, or the C library
 *   cannot be asked
 */
export function listenAt(port: number): number | null {
  if (process.platform !== 'linux' && !isMac) return null;
  let calls: ReturnType<typeof libc>;
  try {
    calls = libc();
  } catch {
    return null;
  }
  const { socket, setsockopt, fcntl, bind, listen, close } = calls;
  const fd = socket(ipv4, stream, 0);
  if (fd < 0) return null;
  fcntl(fd, setFlags, 'int', closeAtStart);
  setsockopt(fd, socketLevel, reuseAddress, Buffer.from(Int32Array.of(1).buffer), 4);
  const address = addressOf(port);
  if (bind(fd, address, address.length) === 0 && listen(fd, waitingConnections) === 0) return fd;
  close(fd);
  return null;
}

/** Another number for the same socket: closing one leaves the other open. @returns -1 where this process has no descriptor left */
export function duplicate(fd: number): number {
  return libc().fcntl(fd, duplicateClosing, 'int', 0);
}

/** From now on each program that is started has the descriptor, under the same number. */
export function passOn(fd: number): void {
  libc().fcntl(fd, setFlags, 'int', 0);
}

/** From now on a program has it only where it is handed over. Node sees to that for the first few numbers alone. */
export function keepToSelf(fd: number): void {
  libc().fcntl(fd, setFlags, 'int', closeAtStart);
}

/** struct sockaddr_in; that of macOS begins with its length. */
function addressOf(port: number): Buffer {
  const address = Buffer.alloc(16);
  if (isMac) address.set([address.length, ipv4]);
  else address.writeUInt16LE(ipv4);
  address.writeUInt16BE(port, 2);
  address.set([127, 0, 0, 1], 4);
  return address;
}

type Call = (...words: readonly unknown[]) => number;

/** @throws Error where native code of packages cannot be loaded */
function libc(): Record<'socket' | 'setsockopt' | 'fcntl' | 'bind' | 'listen' | 'close', Call> {
  // Native code, which a start that opens no port does without.
  const library = (require('koffi') as typeof koffi).load(null);
  return {
    socket: library.func('int socket(int, int, int)') as Call,
    setsockopt: library.func('int setsockopt(int, int, int, void *, int)') as Call,
    fcntl: library.func('int fcntl(int, int, ...)') as Call,
    bind: library.func('int bind(int, void *, int)') as Call,
    listen: library.func('int listen(int, int)') as Call,
    close: library.func('int close(int)') as Call,
  };
}
