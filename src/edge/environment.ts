/** What the Worker is given: bindings, variables, secrets. Checked once an isolate. */
import type { LedgerCalls } from '../contract/account.ts';
import { defaultLimits, type Limits, parseLimits } from '../contract/limits.ts';
import { asUpsampling, type MatteSettings, type Upsampling, upsamplings } from '../pipeline/matte-settings.ts';

export interface Environment {
  readonly ASSETS: Fetcher;
  readonly INFERENCE: Fetcher;
  readonly DIRECTORY: D1Database;
  readonly LEDGERS: { getByName(name: string): LedgerCalls };
  readonly ADDRESS_WALL?: RateLimit;
  readonly KEY_HASH_SECRET?: string;
  readonly ADMIN_TOKEN?: string;
  readonly SUPPORT_EMAIL: string;
  /** `off` refuses HEIC, for deployments that fear its patents. */
  readonly HEIC?: string;
  readonly MATTE_MODEL?: string;
  readonly MATTE_UPSAMPLING?: string;
  readonly MATTE_REFINER?: string;
  /** Header that states the caller's address, set by a front that nobody can go round. Empty: addresses are not known. */
  readonly TRUSTED_ADDRESS_HEADER?: string;
  /** Set by `npm start` alone, so that the page at `/` works at once. */
  readonly DEMO_KEY?: string;
}

export interface Settings {
  readonly limits: Limits;
  readonly keyHashSecret: string;
  readonly heic: boolean;
  readonly matte: MatteSettings;
  /** Name of the header that is believed, or null. */
  readonly trustedAddressHeader: string | null;
}

/** What a deployment goes by that refuses every call because it is not set up. */
export const unconfigured: Settings = {
  limits: defaultLimits,
  keyHashSecret: '',
  heic: true,
  matte: { model: '', upsampling: 'guided', refiner: false },
  trustedAddressHeader: null,
};

const checked = new WeakMap<Environment, Settings | Error>();

/**
 * The settings of this isolate.
 * @throws Error with one line for the operator: which variable is missing or wrong
 */
export function settingsOf(env: Environment): Settings {
  let settings = checked.get(env);
  if (!settings) {
    settings = check(env);
    checked.set(env, settings);
  }
  if (settings instanceof Error) throw settings;
  return settings;
}

function check(env: Environment): Settings | Error {
  const missing = (['KEY_HASH_SECRET', 'ADMIN_TOKEN'] as const).filter((name) => !env[name]);
  if (missing.length > 0) {
    return new Error(`Secrets are missing: ${missing.join(', ')}. Set them with: wrangler secret put NAME`);
  }
  try {
    return {
      limits: parseLimits({ ...env }),
      keyHashSecret: env.KEY_HASH_SECRET ?? '',
      heic: env.HEIC !== 'off',
      matte: {
        model: env.MATTE_MODEL || 'matte',
        upsampling: upsamplingOf(env.MATTE_UPSAMPLING),
        refiner: refinerOf(env.MATTE_REFINER),
      },
      trustedAddressHeader: headerNameOf(env.TRUSTED_ADDRESS_HEADER),
    };
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

function upsamplingOf(value: string | undefined): Upsampling {
  const known = value ? asUpsampling(value) : 'guided';
  if (!known) throw new Error(`MATTE_UPSAMPLING is '${value}'. Set it to ${upsamplings.join(' or ')}`);
  return known;
}

function headerNameOf(value: string | undefined): string | null {
  if (!value) return null;
  // A token: RFC 9110 section 5.1.
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value)) {
    throw new Error(`TRUSTED_ADDRESS_HEADER is '${value}'. Set it to the name of a header, or to nothing`);
  }
  return value;
}

function refinerOf(value: string | undefined): boolean {
  if (value && value !== 'on' && value !== 'off') throw new Error(`MATTE_REFINER is '${value}'. Set it to on or off`);
  return value === 'on';
}
