/** Variables and secrets of the edge Worker, which the ledger and the admin API inside it share. Limits are in `limits.ts`. */
import { choice, flag, list, needed, olderSecrets, secret, text } from './kinds.ts';
import { modelName, modelNames } from './model-name.ts';

/** Opens the admin API; the keys command shows it. */
export const adminToken = secret('ADMIN_TOKEN', 'Opens /admin. The keys command defaults to that of the state folder');

/** For the time in which the programs that show it get another one. */
export const adminTokensOld = olderSecrets('ADMIN_TOKENS_OLD', 'ADMIN_TOKEN');

/** A token: RFC 9110 section 5.1. */
const headerName = { pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, allowed: 'the name of a header' };

/** Shown to people, who know what is one. */
const emailAddress = { pattern: /^[^\s@<>"]+@[^\s@<>"]+$/, allowed: 'an e-mail address' };

/** As `money/keys/format.ts` makes them. */
const apiKey = { pattern: /^(live|test)_[0-9A-Za-z]{38}$/, allowed: 'an API key' };

/** RFC 9116, section 2.5.3. */
const contactAddress = { pattern: /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, allowed: 'a mailto: or https: address' };

/** What a deployment may set openly. `npm start` and `npm run dev` take these over from the shell. */
export const edgeSettings = {
  supportEmail: text(
    'SUPPORT_EMAIL',
    { fallback: 'support@example.com', meaning: 'Named in 500s and the reference' },
    emailAddress,
  ),
  securityContact: text(
    'SECURITY_CONTACT',
    { fallback: undefined, meaning: 'Contact in /.well-known/security.txt' },
    contactAddress,
  ),
  subProcessors: list(
    'SUB_PROCESSORS',
    { fallback: [], meaning: 'Companies named in /privacy' },
    { pattern: /^.{1,200}$/, allowed: 'names separated by commas' },
  ),
  heic: flag('HEIC', { fallback: true, meaning: 'Whether HEIC is accepted' }),
  matteModel: text(
    'MATTE_MODEL',
    { fallback: 'matte', meaning: 'Role or name of the matte network; it must play a role' },
    modelName,
  ),
  matteModels: list(
    'MATTE_MODELS',
    {
      fallback: [],
      meaning: 'Further matte networks, for the option model; each must play a role',
    },
    modelNames,
  ),
  matteUpsampling: choice('MATTE_UPSAMPLING', ['guided', 'bilinear'], {
    fallback: 'guided',
    meaning: "How alpha is enlarged: along the photo's edges, or plainly",
  }),
  matteRefiner: flag('MATTE_REFINER', {
    fallback: true,
    meaning: 'Whether the refiner corrects soft edges',
  }),
  pointSegmenter: flag('POINT_SEGMENTER', {
    fallback: true,
    meaning: 'Whether the inference service has the network that answers points and helps with cars',
  }),
  removebgCompat: flag('REMOVEBG_COMPAT', {
    formerly: 'REMOVEBG_DOOR',
    fallback: true,
    meaning: 'Whether the remove.bg compatibility API answers',
  }),
  imageUrl: flag('IMAGE_URL', {
    fallback: true,
    meaning: 'Whether image_url works',
  }),
  trustedAddressHeader: text(
    'TRUSTED_ADDRESS_HEADER',
    {
      fallback: undefined,
      meaning: "Header with the caller's address. Without it all callers share one",
    },
    headerName,
  ),
} as const;

/** As long as keys that were made under them are in use. */
export const keyHashSecretsOld = olderSecrets('KEY_HASH_SECRETS_OLD', 'KEY_HASH_SECRET');

/** Without these the edge refuses every call. */
export const edgeSecrets = {
  keyHashSecret: needed(
    secret(
      'KEY_HASH_SECRET',
      'Hashes keys. Another value invalidates every key, unless the former is in KEY_HASH_SECRETS_OLD',
    ),
  ),
  adminToken: needed(adminToken),
} as const;

/** Of an ordinary wallet: /status counts the calls that it pays. */
export const statusKey = secret('STATUS_KEY', 'API key for a call each five minutes, counted in /status', apiKey);

/** While ledgers and directory go back to an earlier moment. */
export const restoring = flag('RESTORING', {
  fallback: false,
  meaning: 'Every call but those of /admin is 503, for a restore on Cloudflare',
});

/** For a Prometheus that shall hold no other secret. */
export const metricsToken = secret('METRICS_TOKEN', 'Opens /metrics of the edge. Without it that page is 404');

/** Set by `npm start` and `npm run dev` alone, so that the page at `/` works at once. */
export const demoKey = secret('DEMO_KEY', 'Filled in locally on the page at /. For npm start alone');

/** Set by `npm start` and `npm run dev` alone, anew at each start. */
export const startWord = secret('START_WORD', 'Opens mailbox and demo key to a local browser. For npm start alone');
