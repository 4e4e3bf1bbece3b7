/** Which program reads which settings, for the tests and the documentation that go over all of them. */

import { accountSettings, localMail, mailSecrets, sessionSecret, sessionSecretsOld } from './accounts.ts';
import { billingSecrets, billingSettings, stripeApi } from './billing.ts';
import {
  adminTokensOld,
  demoKey,
  edgeSecrets,
  edgeSettings,
  keyHashSecretsOld,
  metricsToken,
  startWord,
  statusKey,
} from './edge.ts';
import { containerGatewaySettings, gatewaySettings } from './gateway.ts';
import { inferenceSettings, runtimeSettings } from './inference.ts';
import { laneSettings } from './lane.ts';
import { limitSettings } from './limits.ts';
import { devSettings, keysSettings, startSettings } from './local.ts';
import { modelSettings } from './models.ts';
import type { Settings } from './read.ts';
import { tracedPercent, tracingSettings } from './tracing.ts';
import { trialSettings } from './trial.ts';
import { versionSettings } from './version.ts';

const { supportEmail, securityContact, subProcessors, removebgCompat, trustedAddressHeader } = edgeSettings;
const { isolateBudgetBytes, capacityWaitMs, defaultRatePerMinute, creditLifetimeDays, drainBytes, drainMs } =
  limitSettings;

export const programs = {
  start: [startSettings],
  dev: [devSettings],
  keys: [keysSettings],
  models: [modelSettings, runtimeSettings],
  edge: [
    edgeSecrets,
    edgeSettings,
    { keyHashSecretsOld, adminTokensOld, statusKey, metricsToken },
    // No address of the service itself is fetched.
    { publicUrl: accountSettings.publicUrl },
    versionSettings,
    limitSettings,
    trialSettings,
    tracingSettings,
    { tracedPercent },
  ],
  pages: [
    { supportEmail, securityContact, subProcessors, removebgCompat, trustedAddressHeader },
    { demoKey, startWord },
    versionSettings,
    { isolateBudgetBytes, capacityWaitMs, defaultRatePerMinute, creditLifetimeDays, drainBytes, drainMs },
    { sessionSecret, sessionSecretsOld },
    accountSettings,
    mailSecrets,
    { localMail },
    billingSettings,
    billingSecrets,
    stripeApi,
  ],
  gateway: [gatewaySettings, tracingSettings],
  'gateway with containers': [containerGatewaySettings],
  inference: [inferenceSettings, laneSettings, tracingSettings],
} as const satisfies Readonly<Record<string, readonly Settings[]>>;
