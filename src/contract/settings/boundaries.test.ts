/** Every setting of every program at its bounds, in the same way for all of them. */
import { describe, expect, test } from 'vitest';
import { isChoice, isNumber } from './describe.ts';
import { programs } from './programs.ts';
import { readSetting, type Settings } from './read.ts';
import type { Setting } from './setting.ts';

const declared = Object.entries(programs).flatMap(([program, groups]) =>
  groups.flatMap((group: Settings) => Object.values(group).map((setting) => ({ program, setting }))),
);
const numbers = declared.flatMap(({ program, setting }) =>
  isNumber(setting) ? [[program, setting.variable, setting] as const] : [],
);
const choices = declared.flatMap(({ program, setting }) =>
  isChoice(setting) ? [[program, setting.variable, setting] as const] : [],
);

const read = <Value>(setting: Setting<Value>, value: unknown) => readSetting(setting, { [setting.variable]: value });

describe.each(numbers)('%s %s', (_program, variable, setting) => {
  const { min, max } = setting;
  const expected = (value: unknown) =>
    `Expected a whole number from ${min} to ${max} for ${variable} but received ${value}`;

  test('takes its minimum and its maximum, as text and as a number', () => {
    for (const value of [min, max]) {
      expect(read(setting, String(value))).toBe(value);
      expect(read(setting, value)).toBe(value);
    }
  });

  test('refuses one below, one above, and what is no whole number', () => {
    const written = [`${max}e0`, `0x${max.toString(16)}`, `+${max}`, `${max}.0`];
    const others = ['many', 'NaN', 'Infinity', `${min} x`, ' ', true, {}];
    for (const value of [min - 1, max + 1, min + 0.5, ...written, ...others]) {
      const words = String(value).replace(/\s+/g, ' ');
      expect(() => read(setting, String(value))).toThrow(expected(words));
      expect(() => read(setting, value)).toThrow(expected(words));
    }
  });

  test('has a default within its range, or one that is worked out', () => {
    if (setting.fallback === undefined) expect(setting.unset).toBeDefined();
    else expect(read(setting, setting.fallback)).toBe(setting.fallback);
  });
});

describe.each(choices)('%s %s', (_program, variable, setting) => {
  const { words, allowed } = setting;

  test('takes its words', () => {
    const values = new Set(words.map((word) => read(setting, word)));
    expect(values.size).toBe(words.length);
    expect(values).toContain(setting.fallback);
  });

  test('refuses every other word', () => {
    const wrong = ['Off', 'OFF', 'On', 'yes', 'no', 'true', 'false', '0', '1', ` ${words[0]}`, `${words[0]}s`];
    for (const word of wrong) {
      expect(() => read(setting, word)).toThrow(`Expected ${allowed} for ${variable} but received`);
    }
  });
});

test('a variable means one thing: programs that share one differ in its default and its minimum alone', () => {
  const meanings = new Map<string, string>();
  for (const { setting } of declared) {
    const { variable, kind, meaning } = setting;
    const text = JSON.stringify([kind, meaning]);
    expect(meanings.get(variable) ?? text, variable).toBe(text);
    meanings.set(variable, text);
  }
});

test('an unset and an empty variable are the default', () => {
  for (const { setting } of declared) {
    for (const value of [undefined, null, '']) expect(read(setting, value)).toBe(setting.fallback);
  }
});
