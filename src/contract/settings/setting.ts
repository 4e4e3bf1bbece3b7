/**
 * An environment variable: its name, its meaning, the values it may have, and its default.
 * `kinds.ts` has the functions that declare one; the type of its value follows from the declaration.
 */

/** How a setting is written, which decides how the documentation shows it. */
export type SettingKind =
  | 'number'
  | 'bytes'
  | 'milliseconds'
  | 'port'
  | 'flag'
  | 'choice'
  | 'text'
  | 'secret'
  | 'url'
  | 'path';

export interface Setting<Value> {
  readonly variable: string;
  /** What it was called before: read for one release where the variable is unset. */
  readonly formerly?: string;
  readonly kind: SettingKind;
  /** In plain words, for `--help` and docs/settings.md. */
  readonly meaning: string;
  /** The value of an unset or empty variable. */
  readonly fallback: Value;
  /** A description of the default if `fallback` is no fixed value, such as `cores / workers`. */
  readonly unset?: string;
  /** What it may hold, as in "Expected … for PORT". */
  readonly allowed: string;
  /** A secret without which the program does nothing. */
  readonly needed?: boolean;
  /** The value of a text; undefined if it has none. The text is not empty. */
  readonly parse: (text: string) => Value | undefined;
}

/** A whole number, `min` and `max` included. */
export interface NumberSetting<Value = number> extends Setting<Value> {
  readonly min: number;
  readonly max: number;
}

/** One of a few words. */
export interface ChoiceSetting<Value> extends Setting<Value> {
  readonly words: readonly string[];
}

/** What is allowed where every text is. */
export const anyText = 'a text';
