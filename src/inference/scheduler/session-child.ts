/** Entry of a session child. Started by fork with an IPC channel, never by hand. */
import { openRuntime } from '../runtime/open.ts';
import { serveSessions } from './serve-sessions.ts';

serveSessions(openRuntime, process);
