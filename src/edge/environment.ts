/** Bindings of the Worker, and the variables of `contract/settings/edge.ts`, checked once per isolate. */
import type { LedgerCalls } from '../contract/account.ts';
import { defaultLimits, type Limits, parseLimits } from '../contract/limits.ts';
import { givenVersion } from '../contract/service-version.ts';
import { edgeSecrets, edgeSettings, keyHashSecretsOld } from '../contract/settings/edge.ts';
import { readSetting, readSettings } from '../contract/settings/read.ts';
import { removedLine } from '../contract/settings/removed.ts';
import { testSettings } from '../contract/settings/tests-alone.ts';
import { tracedPercent, tracingSettings } from '../contract/settings/tracing.ts';
import { trialSettings } from '../contract/settings/trial.ts';
import type { AllowanceSets } from '../money/allowances/calls.ts';
import type { CountsEnv } from '../money/counts/store.ts';
import type { UsageEnv } from '../money/usage/event.ts';
import type { MatteSettings } from '../pixels/pipeline/networks/matte-settings.ts';
import { createTracing, type Tracing } from '../wire/tracing/tracing.ts';
import { log } from './log.ts';

/** The bindings, and the secrets that the admin API reads as well. */
export interface Environment extends UsageEnv, CountsEnv {
  /** The pages, a Worker of their own. A deployment may lack them while it is being made. */
  readonly PAGES?: Pick<Fetcher, 'fetch'>;
  readonly INFERENCE: Fetcher;
  /** Fetches pictures by their address; a deployment may lack it. */
  readonly FETCHER?: Pick<Fetcher, 'fetch'>;
  readonly DIRECTORY: D1Database;
  /** Where images of `/v1.0/improve` are kept; a deployment may lack it. */
  readonly IMPROVEMENTS?: Pick<R2Bucket, 'put' | 'list' | 'delete'>;
  /** Where ids of what has ended are listed; a deployment may lack it. */
  readonly ENDED?: Pick<R2Bucket, 'put' | 'list' | 'delete'>;
  readonly LEDGERS: { getByName(name: string): LedgerCalls };
  readonly ALLOWANCES: AllowanceSets;
  readonly ADDRESS_WALL?: RateLimit;
  readonly KEY_HASH_SECRET?: string;
  readonly ADMIN_TOKEN?: string;
  /** Where the pages are, see `accountSettings`. */
  readonly PUBLIC_URL?: string;
}

export interface EdgeSettings {
  readonly limits: Limits;
  readonly keyHashSecret: string;
  /** Former values of it, under which keys in use were made. */
  readonly formerKeyHashSecrets: readonly string[];
  readonly heic: boolean;
  /** Whether the remove.bg compatibility API is on. */
  readonly removebgCompat: boolean;
  /** Whether callers may send addresses of images. */
  readonly imageUrl: boolean;
  readonly matte: MatteSettings;
  /** Networks that a call may ask for by name, including that of `matte`. */
  readonly offeredModels: readonly string[];
  /** With `image` no picture is decoded here: for tests only. */
  readonly lane: 'edge' | 'image';
  /** Name of the header with the client's address, or null. */
  readonly trustedAddressHeader: string | null;
  /** Photos of visitors without an account in a day: of one network, and of all together. */
  readonly trial: { readonly perDay: number; readonly perDayTotal: number };
  /** Where spans of calls go, if anywhere. */
  readonly tracing?: Tracing;
}

/** Settings of a deployment that is not configured and refuses every call. */
export const unconfigured: EdgeSettings = {
  limits: defaultLimits,
  keyHashSecret: '',
  formerKeyHashSecrets: [],
  heic: true,
  removebgCompat: false,
  imageUrl: false,
  matte: { model: '', upsampling: 'guided', refiner: false },
  offeredModels: [],
  lane: 'edge',
  trustedAddressHeader: null,
  trial: { perDay: 0, perDayTotal: 0 },
};

/** Address for support in texts for clients; also where the deployment is not configured. */
export function supportEmailOf(env: object): string {
  return readSetting(edgeSettings.supportEmail, { ...env });
}

const checked = new WeakMap<Environment, EdgeSettings | Error>();

/**
 * The settings of this isolate.
 * @throws Error with one line for the operator: which variable is missing or wrong
 */
export function settingsOf(env: Environment): EdgeSettings {
  let settings = checked.get(env);
  if (!settings) {
    settings = check(env);
    checked.set(env, settings);
  }
  if (settings instanceof Error) throw settings;
  return settings;
}

function check(env: Environment): EdgeSettings | Error {
  const variables = { ...env };
  const runs = givenVersion(variables);
  if (runs.version !== null) log('info', 'began', { ...runs });
  const removed = removedLine(variables);
  if (removed) log('warning', 'removed-settings', { reason: removed });
  try {
    const { keyHashSecret } = readSettings(edgeSecrets, variables);
    const formerKeyHashSecrets = readSetting(keyHashSecretsOld, variables);
    const limits = parseLimits(variables);
    const {
      heic,
      matteModel,
      matteModels,
      matteUpsampling,
      matteRefiner,
      pointSegmenter,
      removebgCompat,
      imageUrl,
      trustedAddressHeader,
    } = readSettings(edgeSettings, variables);
    const matte = { model: matteModel, upsampling: matteUpsampling, refiner: matteRefiner, pointSegmenter };
    const { trialPerDay: perDay, trialPerDayTotal: perDayTotal } = readSettings(trialSettings, variables);
    const trial = { perDay, perDayTotal };
    const { lane } = readSettings(testSettings, variables);
    const tracing = createTracing(readSettings(tracingSettings, variables), {
      ...{ name: 'edgematte-edge', runs, percent: readSetting(tracedPercent, variables) },
      onLost: (spans, cause) => log('warning', 'spans-lost', { spans, cause: String(cause) }),
    });
    return {
      limits,
      keyHashSecret,
      formerKeyHashSecrets,
      heic,
      removebgCompat,
      imageUrl,
      matte,
      offeredModels: [matteModel, ...matteModels],
      lane,
      trustedAddressHeader: trustedAddressHeader ?? null,
      trial,
      tracing,
    };
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}
