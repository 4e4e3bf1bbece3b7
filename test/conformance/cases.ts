/** How the tables of this folder declare their cases, so that somebody who cannot send all of them makes those that he can. */
import { describe, test } from 'vitest';

type Done = void | Promise<void>;

/** Declares one case, or with `each` one for each row, as vitest's `test` does. */
export interface Declare {
  (name: string, run: () => unknown): void;
  each<Row extends readonly [unknown, ...unknown[]]>(
    rows: readonly Row[],
  ): (name: string, run: (...row: Row) => Done) => void;
  each<Row>(rows: readonly Row[]): (name: string, run: (row: Row) => Done) => void;
}

export interface Block {
  /** What a client sends as well. */
  readonly test: Declare;
  /** What needs raw HTTP: no client sends it. */
  readonly raw: Declare;
  /** A body of megabytes, which a client sends. */
  readonly large: Declare;
}

export interface Cases {
  /** Declares the cases of one answer, such as `401`; a block without any is not declared. */
  block(name: string, declare: (block: Block) => void): void;
}

/** All that there are. */
export const everyCase: Cases = {
  block(name, declare) {
    describe(name, () => declare({ test, raw: test, large: test }));
  },
};

/**
 * Those that a client sends.
 * @param large whether bodies of megabytes are among them
 * @param most how many of a block: the first ones
 */
export function clientCases({ large, most }: { readonly large: boolean; readonly most: number }): Cases {
  return {
    block(name, declare) {
      const made: (() => void)[] = [];
      const make = (name: string, run: () => unknown) => {
        if (made.length < most) made.push(() => test(name, run));
      };
      const each = (rows: readonly unknown[]) => (name: string, run: (...row: unknown[]) => Done) => {
        for (const row of rows.slice(0, most - made.length)) made.push(() => test.each([row])(name, run));
      };
      const sent: Declare = Object.assign(make, { each });
      const none: Declare = Object.assign(() => {}, { each: () => () => {} });
      declare({ test: sent, raw: none, large: large ? sent : none });
      if (made.length > 0) {
        describe(name, () => {
          for (const declareCase of made) declareCase();
        });
      }
    },
  };
}
