/** How the tables of this folder declare their cases, and which of them are made at a push and by which client. */
import { describe, test } from 'vitest';
import { type OperationName, operationNamed, operationNames } from '../../src/contract/operations.ts';
import { deep } from '../../testing/depth.ts';

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
  /** A body or a picture of megabytes, which a client sends. */
  readonly large: Declare;
}

export interface Cases {
  /** Declares the cases of one answer, such as `401`; a block without any is not declared. */
  block(name: string, declare: (block: Block) => void): void;
}

/** Of a block all cases, or its first one. */
export type Share = 'all' | 'first';

/**
 * How much of each block is made of an operation. Operations of one encoding share all code but their declaration, so
 * the one of each encoding that has the most options makes all cases, and the others the first of each block. The deep
 * level makes all of all.
 * @param sharing the operations that the table is for
 */
export function shareOf(name: OperationName, sharing: readonly OperationName[]): Share {
  const { encoding } = operationNamed(name);
  const optionsOf = (each: OperationName) => Object.keys(operationNamed(each).options).length;
  const alike = sharing.filter((each) => operationNamed(each).encoding === encoding);
  // Of two that have as many, the first in the order of the contract.
  const [richest] = alike.toSorted((one, other) => optionsOf(other) - optionsOf(one));
  return deep || name === richest ? 'all' : 'first';
}

/** The cases of an operation by raw HTTP: see `shareOf`. */
export function casesOf(name: OperationName, sharing: readonly OperationName[] = operationNames): Cases {
  return chosenCases({ raw: true, mostLarge: Number.POSITIVE_INFINITY, share: shareOf(name, sharing) });
}

/**
 * Those that a client sends.
 * @param large whether a body of megabytes of each block is among them at a push; at the deep level all are
 */
export function clientCases({ large, share }: { readonly large: boolean; readonly share: Share }): Cases {
  return chosenCases({ raw: false, mostLarge: deep ? Number.POSITIVE_INFINITY : Number(large), share });
}

interface Choice {
  readonly raw: boolean;
  /** How many bodies of megabytes of a block. */
  readonly mostLarge: number;
  readonly share: Share;
}

function chosenCases({ raw, mostLarge, share }: Choice): Cases {
  const most = share === 'all' ? Number.POSITIVE_INFINITY : 1;
  return {
    block(name, declare) {
      const made: (() => void)[] = [];
      const upTo = (mostOfThem: number): Declare => {
        let left = mostOfThem;
        const take = (declareCase: () => void) => {
          if (made.length < most && left-- > 0) made.push(declareCase);
        };
        const each = (rows: readonly unknown[]) => (name: string, run: (...row: unknown[]) => Done) => {
          for (const row of rows) take(() => test.each([row])(name, run));
        };
        return Object.assign((name: string, run: () => unknown) => take(() => test(name, run)), { each });
      };
      declare({
        test: upTo(Number.POSITIVE_INFINITY),
        raw: upTo(raw ? Number.POSITIVE_INFINITY : 0),
        large: upTo(mostLarge),
      });
      if (made.length > 0) {
        describe(name, () => {
          for (const declareCase of made) declareCase();
        });
      }
    },
  };
}
