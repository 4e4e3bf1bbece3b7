/** How a client behaves: to its end like a polite one, or in one of the ways in which real ones do not. */
import type { Dice } from '../dice.ts';

/** How far an exchange has come. */
export const stages = ['connecting', 'head', 'upload', 'uploaded', 'waiting', 'first-bytes', 'answer'] as const;
export type Stage = (typeof stages)[number];

/** `drop` closes (FIN), `reset` aborts (RST), `half-close` ends its own side (FIN) and reads on. */
export type Departure = 'drop' | 'reset' | 'half-close';

export type Manner =
  | { readonly kind: 'polite' }
  | { readonly kind: 'leave'; readonly stage: Stage; readonly how: Departure; readonly at: Moment }
  /** Does nothing for a while: then goes on or leaves. */
  | {
      readonly kind: 'stall';
      readonly stage: Stage;
      readonly ms: number;
      readonly how: Departure | 'go-on';
      readonly at: Moment;
    }
  /** Sends nothing more and never leaves by itself. */
  | { readonly kind: 'vanish'; readonly stage: Stage; readonly ms: number; readonly at: Moment }
  | {
      readonly kind: 'slow';
      readonly uploadPieces: number;
      readonly uploadPauseMs: number;
      readonly readPauseMs: number;
    };

/** Where within its stage. */
export interface Moment {
  /** Part of the head or of the body that has been written, 0 to 1. */
  readonly share: number;
  /** After the last byte of the upload. */
  readonly waitMs: number;
  /** Bytes of the answer's body that have been read. */
  readonly bytes: number;
}

const kinds = [
  { kind: 'polite', weight: 40 },
  { kind: 'leave', weight: 38 },
  { kind: 'stall', weight: 9 },
  { kind: 'vanish', weight: 3 },
  { kind: 'slow', weight: 10 },
] as const;

/** Draws how a client behaves: two of five are polite. */
export function drawManner(dice: Dice): Manner {
  const { kind } = dice.weighted(kinds);
  const stage = dice.pick(stages);
  const at = { share: dice.between(0, 0.98), waitMs: dice.between(0, 2000), bytes: dice.whole(1, 400_000) };
  const leaving = dice.pick(['drop', 'reset'] as const);
  switch (kind) {
    case 'polite':
      return { kind };
    case 'leave':
      return { kind, stage, at, how: stage === 'waiting' && dice.chance(0.2) ? 'half-close' : leaving };
    case 'stall':
      return { kind, stage, at, ms: dice.between(500, 4000), how: dice.chance(0.4) ? 'go-on' : leaving };
    case 'vanish':
      return { kind, stage, at, ms: dice.between(8000, 12_000) };
    case 'slow':
      return {
        kind,
        uploadPieces: dice.whole(1, 12),
        uploadPauseMs: dice.between(20, 400),
        readPauseMs: dice.between(0, 60),
      };
  }
}

/** For a report: `reset at waiting`. */
export function nameOf(manner: Manner): string {
  switch (manner.kind) {
    case 'polite':
    case 'slow':
      return manner.kind;
    case 'leave':
      return `${manner.how} at ${manner.stage}`;
    case 'stall':
      return `stall at ${manner.stage}, then ${manner.how}`;
    case 'vanish':
      return `vanish at ${manner.stage}`;
  }
}
