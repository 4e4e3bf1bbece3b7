/** What a local edge takes over from the shell: the variables that a deployment would set. */
import { accountSettings, mailSecrets } from '../contract/settings/accounts.ts';
import { billingSecrets, billingSettings, stripeApi } from '../contract/settings/billing.ts';
import { edgeSettings, metricsToken, statusKey } from '../contract/settings/edge.ts';
import { limitSettings } from '../contract/settings/limits.ts';
import { readSettings, type Settings, type Variables } from '../contract/settings/read.ts';
import { testSettings } from '../contract/settings/tests-alone.ts';
import { tracedPercent, tracingSettings } from '../contract/settings/tracing.ts';
import { trialSettings } from '../contract/settings/trial.ts';

export const handedOn = {
  ...edgeSettings,
  statusKey,
  metricsToken,
  ...limitSettings,
  ...accountSettings,
  ...mailSecrets,
  ...billingSettings,
  ...billingSecrets,
  ...stripeApi,
  ...trialSettings,
  ...tracingSettings,
  tracedPercent,
} as const;

/** What a test sets is handed on without a word about it. */
const read = { ...handedOn, ...testSettings } as const;

/**
 * The edge's own variables among those of a process.
 * @throws SettingsFault where the edge would refuse one, and with it every call
 */
export function edgeVariablesOf(environment: Variables): Record<string, string> {
  return variablesOf(read, environment);
}

/** What the gateway takes over in the same way. @throws SettingsFault where it would refuse one */
export function tracingVariablesOf(environment: Variables): Record<string, string> {
  return variablesOf(tracingSettings, environment);
}

function variablesOf(settings: Settings, environment: Variables): Record<string, string> {
  readSettings(settings, environment);
  const found: Record<string, string> = {};
  for (const { variable, formerly = variable } of Object.values(settings)) {
    for (const name of [variable, formerly]) {
      const value = environment[name];
      if (value !== undefined) found[name] = String(value);
    }
  }
  return found;
}
