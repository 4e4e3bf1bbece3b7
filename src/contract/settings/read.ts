/** Reads settings from the variables of a process or of a Worker. */
import type { Setting } from './setting.ts';

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** Variables by name. A Worker's may be numbers, and its bindings are among them. */
export type Variables = Readonly<Record<string, unknown>>;

/** The values of settings, by the names that the program has for them. */
export type Values<Given extends Settings> = {
  readonly [Name in keyof Given]: Given[Name] extends Setting<infer Value> ? Value : never;
};

/** A variable that cannot be used. The message is one line for the operator. */
export class SettingsFault extends Error {
  override readonly name = 'SettingsFault';
}

const longestQuote = 100;

/**
 * Reads settings; what is unset or empty takes its default.
 * @throws SettingsFault in one line: which secrets are missing, or the first variable that cannot be used, what was
 *   expected and what it held. What a secret holds is not repeated
 */
export function readSettings<Given extends Settings>(settings: Given, variables: Variables): Values<Given> {
  const missing = missingSecrets(settings, variables);
  if (missing.length > 0) {
    throw new SettingsFault(`Secrets are missing: ${missing.join(', ')}. Set them with: wrangler secret put NAME`);
  }
  const entries = Object.entries(settings).map(([name, setting]) => [name, readSetting(setting, variables)]);
  return Object.fromEntries(entries) as Values<Given>;
}

/**
 * Reads one setting.
 * @returns its value; the default where the variable is unset or empty
 * @throws SettingsFault as `readSettings` does
 */
export function readSetting<Value>(setting: Setting<Value>, variables: Variables): Value {
  const { variable = setting.variable, given = '' } = givenTo(setting, variables) ?? {};
  if (given === '') return setting.fallback;
  const value = setting.parse(given);
  if (value !== undefined) return value;
  throw new SettingsFault(`Expected ${setting.allowed} for ${variable} but received ${quoted(setting, given)}`);
}

/** What a setting is set to, and under which of its names; null where it is unset or empty. */
function givenTo({ variable, formerly }: Setting<unknown>, variables: Variables) {
  for (const name of [variable, formerly]) {
    const given = name === undefined ? '' : textOf(variables[name]);
    if (name !== undefined && given !== '') return { variable: name, given };
  }
  return null;
}

/** Variables of the secrets that are needed and not there. */
export function missingSecrets(settings: Settings, variables: Variables): string[] {
  return Object.values(settings).flatMap(({ needed, variable }) =>
    needed && textOf(variables[variable]) === '' ? [variable] : [],
  );
}

function textOf(raw: unknown): string {
  return raw === undefined || raw === null ? '' : String(raw);
}

/** What a variable held, on one line. */
function quoted({ kind }: Setting<unknown>, given: string): string {
  if (kind === 'secret') return 'something else';
  const line = given.replace(/\s+/g, ' ');
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
}
