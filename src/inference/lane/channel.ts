/**
 * Messages between the lane and its child over the IPC channel. Pictures travel by HTTP over a local socket. Both ends are
 * this code, so messages are typed and not validated again.
 */
import type { Limits } from '../../contract/limits.ts';

export interface StartMessage {
  readonly kind: 'start';
  /** Path of the Unix domain socket, or name of the pipe on Windows. */
  readonly socket: string;
  /** Address of the networks and the token that they ask for. */
  readonly inferenceUrl: string;
  readonly token: string | undefined;
  readonly limits: Limits;
}

/** The child may take the memory that it asked for. */
export interface GrantMessage {
  readonly kind: 'grant';
}

export type ToLaneChild = StartMessage | GrantMessage;

export type FromLaneChild =
  /** It accepts pictures. */
  | { readonly kind: 'listening' }
  /** It has read a header and is about to decode: so many bytes, at the peak. */
  | { readonly kind: 'need'; readonly bytes: number }
  /** Its last picture has left its memory. */
  | { readonly kind: 'idle' }
  /** An internal failure, for the log. */
  | { readonly kind: 'trouble'; readonly requestId: string | undefined; readonly text: string };
