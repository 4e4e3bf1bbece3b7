/** Settings in words, for the `--help` of the commands and for the tables of docs/settings.md. */
import type { Settings } from './read.ts';
import { anyText, type ChoiceSetting, type NumberSetting, type Setting } from './setting.ts';

const gap = 2;

/** One line for each setting: variable, meaning, and in brackets its default and what is allowed. */
export function settingsHelp(...groups: readonly Settings[]): string {
  const all = groups.flatMap((group) => Object.values(group));
  const width = Math.max(...all.map(({ variable }) => variable.length)) + gap;
  const line = (setting: Setting<unknown>) =>
    `  ${setting.variable.padEnd(width)}${setting.meaning} (${defaultOf(setting)}${prefixed('; ', rangeOf(setting))})`;
  return all.map(line).join('\n');
}

/** What holds where the variable is unset: `8787`, `on`, `none`. @param number how a number is written */
export function defaultOf(setting: Setting<unknown>, number: (value: number) => string = String): string {
  const { fallback, unset, needed, kind } = setting;
  if (needed) return 'none, needed';
  if (unset !== undefined) return unset;
  if (fallback === undefined) return 'none';
  if (kind === 'flag') return fallback ? 'on' : 'off';
  if (typeof fallback === 'number') return kind === 'port' ? String(fallback) : number(fallback);
  return String(fallback);
}

/** What is allowed: `1 to 64`, `on or off`; empty where it is what a person would expect. */
export function rangeOf(setting: Setting<unknown>, number: (value: number) => string = String): string {
  if (isNumber(setting)) {
    const text = setting.kind === 'port' ? String : number;
    const unit = { bytes: ' bytes', milliseconds: ' ms' }[setting.kind as string] ?? '';
    return `${text(setting.min)} to ${text(setting.max)}${unit}`;
  }
  if (isChoice(setting)) return setting.words.join(' or ');
  return setting.kind === 'text' && setting.allowed !== anyText ? setting.allowed : '';
}

/** Whether it is a number with a range. */
export function isNumber(setting: Setting<unknown>): setting is NumberSetting<number | undefined> {
  return 'min' in setting;
}

/** Whether it is one of a few words. */
export function isChoice(setting: Setting<unknown>): setting is ChoiceSetting<unknown> {
  return 'words' in setting;
}

function prefixed(before: string, text: string): string {
  return text && before + text;
}
