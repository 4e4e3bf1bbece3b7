/** The settings of all programs as the Markdown tables of docs/settings.md. */

import { accountSettings, localMail, mailSecrets, sessionSecret, sessionSecretsOld } from './accounts.ts';
import { billingSecrets, billingSettings, stripeApi } from './billing.ts';
import { defaultOf, rangeOf } from './describe.ts';
import {
  adminTokensOld,
  demoKey,
  edgeSecrets,
  edgeSettings,
  keyHashSecretsOld,
  metricsToken,
  restoring,
  startWord,
  statusKey,
} from './edge.ts';
import { containerGatewaySettings, gatewaySettings } from './gateway.ts';
import { inferenceSettings } from './inference.ts';
import { laneSettings } from './lane.ts';
import { limitSettings } from './limits.ts';
import { devSettings, keysSettings, startSettings } from './local.ts';
import { modelSettings } from './models.ts';
import { programs } from './programs.ts';
import type { Settings } from './read.ts';
import type { Setting } from './setting.ts';
import { tracedPercent, tracingSettings } from './tracing.ts';
import { trialSettings } from './trial.ts';
import { versionSettings } from './version.ts';

const { port, state, sinceList, commit } = startSettings;

/** The tables by name, and the settings of each. A setting of several tables is listed in the first. */
const tables: Readonly<Record<string, readonly Settings[]>> = {
  machine: [
    { port, state, sinceList, commit, ...modelSettings, url: keysSettings.url, fetchPrivate: devSettings.fetchPrivate },
  ],
  edge: [
    edgeSecrets,
    edgeSettings,
    { keyHashSecretsOld, adminTokensOld, statusKey, metricsToken, restoring, demoKey, startWord },
    versionSettings,
  ],
  accounts: [{ sessionSecret, sessionSecretsOld }, accountSettings, mailSecrets, { localMail }],
  billing: [billingSettings, billingSecrets, stripeApi],
  limits: [limitSettings],
  trial: [trialSettings],
  tracing: [tracingSettings, { tracedPercent }],
  gateway: [gatewaySettings, containerGatewaySettings],
  inference: [inferenceSettings, laneSettings],
};

/**
 * Makes the tables: variable, default, what is allowed, which programs read it, meaning.
 * @returns name of the table to its lines; each variable of a program is in exactly one
 */
export function settingsTables(): Record<string, string> {
  const shown = new Set<string>();
  const made = Object.entries(tables).map(([name, groups]) => {
    const rows = groups
      .flatMap((group) => Object.values(group))
      .filter(({ variable }) => {
        const isNew = !shown.has(variable);
        shown.add(variable);
        return isNew;
      });
    const head = ['| Variable | Default | Allowed | Read by | Meaning |', '|---|---|---|---|---|'];
    return [name, [...head, ...rows.map(row)].join('\n')] as const;
  });
  return Object.fromEntries(made);
}

function row(setting: Setting<unknown>): string {
  const { variable, meaning } = setting;
  const cells = [`\`${variable}\``, shownDefault(setting), shownRange(setting), readers(variable), meaning];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function shownDefault(setting: Setting<unknown>): string {
  const text = defaultOf(setting, grouped);
  const isWords = setting.unset !== undefined || typeof setting.fallback === 'number' || text.startsWith('none');
  return isWords ? text : `\`${text}\``;
}

function shownRange(setting: Setting<unknown>): string {
  return (
    rangeOf(setting, grouped) || { url: 'address', path: 'path', secret: 'secret' }[setting.kind as string] || 'text'
  );
}

/** The programs that read a variable, in the order in which they are declared. */
function readers(variable: string): string {
  const names = Object.entries(programs).flatMap(([name, groups]) => {
    const read = groups.some((group: Settings) =>
      Object.values(group).some((setting) => setting.variable === variable),
    );
    return read ? [name] : [];
  });
  return names.join(', ');
}

/** 20971520 as people read it: 20,971,520. */
function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
