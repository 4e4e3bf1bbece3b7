/**
 * Values as headers. One table names the header of each member of a type, and both ends use that table: a member
 * without a header does not compile, nor does a header without a member.
 */
import type { ReadHeader } from '../call-headers.ts';

/** One header: how a value is written into it, and read from it again. */
export interface Field<Value> {
  readonly name: string;
  /** Null leaves the header out. */
  write(value: Value): string | null;
  /** The value; undefined if the text, or null for a missing header, is no value. */
  read(text: string | null): Value | undefined;
}

/** A header for every member. */
export type Fields<Values extends object> = { readonly [Key in keyof Values]-?: Field<Values[Key]> };

/** The headers that state these values. */
export function writeFields<Values extends object>(fields: Fields<Values>, values: Values): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const key of keysOf(fields)) {
    const text = fields[key].write(values[key]);
    if (text !== null) headers[fields[key].name] = text;
  }
  return headers;
}

/** Reads what `writeFields` wrote; null where any of it cannot be read. */
export function readFields<Values extends object>(fields: Fields<Values>, header: ReadHeader): Values | null {
  const values: Partial<Values> = {};
  for (const key of keysOf(fields)) {
    const value = fields[key].read(header(fields[key].name));
    if (value === undefined) return null;
    values[key] = value;
  }
  // Every member has its field, so every member has been read.
  return values as Values;
}

/** Names of all headers of a table. */
export function namesOf<Values extends object>(fields: Fields<Values>): string[] {
  return keysOf(fields).map((key) => fields[key].name);
}

function keysOf<Values extends object>(fields: Fields<Values>): (keyof Values)[] {
  return Object.keys(fields) as (keyof Values)[];
}

/**
 * Text of printable ASCII characters, without spaces at its ends.
 * @param fallback where it is missing or empty
 * @param maxLength what is longer is cut
 */
export function text(name: string, fallback: string, maxLength = 256): Field<string> {
  return { name, write: (value) => value, read: (written) => written?.slice(0, maxLength) || fallback };
}

/** One of a list of words; the first of them where it is missing or another. */
export function word<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Field<Word> {
  return { name, write: (value) => value, read: (written) => words.find((known) => known === written) ?? words[0] };
}

/** Yes or no. @param fallback where it is neither */
export function flag(name: string, fallback: boolean): Field<boolean> {
  return {
    name,
    write: String,
    read: (written) => (written === String(!fallback) ? !fallback : fallback),
  };
}

/**
 * A number of at least `least`.
 * @param fallback where it is missing; left out if there is no default
 */
export function number(name: string, least: number, fallback?: number): Field<number> {
  return {
    name,
    write: String,
    read: (written) => {
      if (written === null) return fallback;
      const value = numberOf(written);
      return value >= least ? value : undefined;
    },
  };
}

/** Numbers that belong together, or null. @param members their names, in the order in which they are written */
export function numbers<Member extends string>(
  name: string,
  ...members: readonly Member[]
): Field<Readonly<Record<Member, number>> | null> {
  return {
    name,
    write: (value) => value && members.map((member) => value[member]).join(),
    read: (written) => {
      if (written === null) return null;
      const values = written.split(',').map(numberOf);
      if (values.length !== members.length || values.some(Number.isNaN)) return undefined;
      return Object.fromEntries(members.map((member, at) => [member, values[at]])) as Record<Member, number>;
    },
  };
}

/** A finite number as JavaScript writes it, or NaN. */
function numberOf(written: string | null): number {
  const value = written?.trim() ? Number(written) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
