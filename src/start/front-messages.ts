/** What the front of `npm start` and the process of its service tell each other. */

/** The descriptor of the port's socket, in the process of the service. */
export const socketOfService = 4;
/** Says to that process that it has one. */
export const hasSocketVariable = 'EDGEMATTE_HAS_SOCKET';

/** Of the service: it takes requests to make room, somebody accepts connections, nobody does, or it ends for good. */
export type WordOfService = 'ready' | 'there' | 'away' | 'ending';
/** To the service: it finishes its work and ends, for another one takes its place. */
export const makeRoom = 'make-room';
