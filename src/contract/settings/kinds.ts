/** One function for each kind of setting, which declares one. */
import { anyText, type ChoiceSetting, type NumberSetting, type Setting } from './setting.ts';

interface Terms<Fallback> {
  readonly meaning: string;
  readonly fallback: Fallback;
  readonly unset?: string;
  readonly formerly?: string;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** A whole number in digits: `1e4` and `0x10` are none. `kind` says what it counts. */
export function wholeNumber<Fallback extends number | undefined>(
  variable: string,
  { min, max, ...terms }: Terms<Fallback> & Range,
  kind: 'number' | 'bytes' | 'milliseconds' | 'port' = 'number',
): NumberSetting<number | Fallback> {
  const parse = (text: string) => {
    const value = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { variable, kind, ...terms, min, max, allowed: `a whole number from ${min} to ${max}`, parse };
}

/** A number of bytes. */
export function bytes<Fallback extends number | undefined>(variable: string, terms: Terms<Fallback> & Range) {
  return wholeNumber(variable, terms, 'bytes');
}

/** A duration in milliseconds. */
export function milliseconds<Fallback extends number | undefined>(variable: string, terms: Terms<Fallback> & Range) {
  return wholeNumber(variable, terms, 'milliseconds');
}

/** A port of this machine. `min` is 0 where the system may pick a free one. */
export function port(variable: string, terms: Terms<number> & { readonly min: 0 | 1 }) {
  return wholeNumber(variable, { ...terms, max: 65_535 }, 'port');
}

/** One of some words, and no other. */
export function choice<Word extends string>(
  variable: string,
  words: readonly Word[],
  terms: Terms<NoInfer<Word>>,
): ChoiceSetting<Word> {
  const parse = (text: string) => words.find((word) => word === text);
  return { variable, kind: 'choice', ...terms, words, allowed: words.join(' or '), parse };
}

/** `on` or `off`, and no other word. */
export function flag(variable: string, terms: Terms<boolean>): ChoiceSetting<boolean> {
  const words = ['on', 'off'];
  const parse = (text: string) => (words.includes(text) ? text === 'on' : undefined);
  return { variable, kind: 'flag', ...terms, words, allowed: 'on or off', parse };
}

/** A text. @param form the expression it must match, and a description */
export function text<Fallback extends string | undefined>(
  variable: string,
  terms: Terms<Fallback>,
  form: { readonly pattern: RegExp; readonly allowed: string } = { pattern: /^/, allowed: anyText },
): Setting<string | Fallback> {
  const parse = (given: string) => (form.pattern.test(given) ? given : undefined);
  return { variable, kind: 'text', ...terms, allowed: form.allowed, parse };
}

/** Words separated by commas. @param form the expression each must match, and a description */
export function list(
  variable: string,
  terms: Terms<readonly string[]>,
  form: { readonly pattern: RegExp; readonly allowed: string },
): Setting<readonly string[]> {
  const parse = (given: string) => {
    const items = given.split(',').map((item) => item.trim());
    return items.every((item) => form.pattern.test(item)) ? items : undefined;
  };
  return { variable, kind: 'text', ...terms, allowed: form.allowed, parse };
}

/** A secret. No message repeats what it holds. @param form the expression it must match, and a description */
export function secret(
  variable: string,
  meaning: string,
  form: { readonly pattern: RegExp; readonly allowed: string } = { pattern: /^/, allowed: 'a secret' },
): Setting<string | undefined> {
  const parse = (given: string) => (form.pattern.test(given) ? given : undefined);
  return { variable, kind: 'secret', meaning, fallback: undefined, allowed: form.allowed, parse };
}

/** Each costs a little at every request that shows something of before. */
const mostFormer = 8;

/**
 * Further values of a secret that are still accepted, separated by commas: none of them makes anything new.
 * @param of the variable that holds the value of today, which alone does
 */
export function olderSecrets(variable: string, of: string): Setting<readonly string[]> {
  const parse = (given: string) => {
    const values = given.split(',').map((value) => value.trim());
    return values.includes('') || values.length > mostFormer ? undefined : values;
  };
  const meaning = `Former values of ${of}, still accepted`;
  return {
    variable,
    kind: 'secret',
    meaning,
    fallback: [],
    allowed: `at most ${mostFormer} secrets separated by commas`,
    parse,
  };
}

/** The secret, for a program that does nothing without it. */
export function needed(setting: Setting<string | undefined>): Setting<string> {
  return { ...setting, fallback: '', needed: true, parse: (given) => given };
}

/** A file or folder. What a relative one is relative to is for its program to say. */
export function path<Fallback extends string | undefined>(
  variable: string,
  terms: Terms<Fallback>,
): Setting<string | Fallback> {
  return { variable, kind: 'path', ...terms, allowed: 'a path', parse: (given) => given };
}

/** An http or https address; its value has no slash at the end. */
export function url<Fallback extends string | undefined>(
  variable: string,
  terms: Terms<Fallback>,
): Setting<string | Fallback> {
  return { variable, kind: 'url', ...terms, allowed: 'an http or https address', parse: parseUrl };
}

/** Addresses separated by commas. */
export function urls<Fallback extends readonly string[] | undefined>(
  variable: string,
  terms: Terms<Fallback>,
): Setting<readonly string[] | Fallback> {
  return { variable, kind: 'url', ...terms, allowed: 'http or https addresses', parse: parseUrls };
}

/** Addresses separated by commas, or `none` for a deployment that has no such service; the value is null then. */
export function urlsOrNone<Fallback extends readonly string[] | undefined>(
  variable: string,
  terms: Terms<Fallback>,
): Setting<readonly string[] | null | Fallback> {
  const parse = (given: string) => (given === 'none' ? null : parseUrls(given));
  return { variable, kind: 'url', ...terms, allowed: 'http or https addresses, or none,', parse };
}

function parseUrls(given: string): readonly string[] | undefined {
  const addresses = given.split(',').map((address) => parseUrl(address.trim()));
  return addresses.every((address) => address !== undefined) ? [...new Set(addresses)] : undefined;
}

/** The address without a slash at its end; undefined where it is none, or has a query or fragment. */
export function parseUrl(given: string): string | undefined {
  const isAddress = /^https?:\/\/[^\s/?#]+[^\s?#]*$/i.test(given) && URL.canParse(given);
  return isAddress ? given.replace(/\/+$/, '') : undefined;
}
