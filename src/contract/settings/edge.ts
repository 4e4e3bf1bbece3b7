/** Variables and secrets of the edge Worker, which the ledger and the admin API inside it share. Limits lie beside. */
import { modelName } from '../model.ts';
import { choice, flag, list, needed, secret, text } from './kinds.ts';

/** Opens the admin API; the keys command shows it. */
export const adminToken = secret(
  'ADMIN_TOKEN',
  'Opens /admin. The keys command takes the local one of the state folder where it is unset',
);

/** A token: RFC 9110 section 5.1. */
const headerName = { pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, allowed: 'the name of a header' };

/** What a deployment may set openly. `npm start` and `npm run dev` take these over from the shell. */
export const edgeSettings = {
  supportEmail: text('SUPPORT_EMAIL', {
    fallback: 'support@example.com',
    meaning: 'Shown in the text of a 500 and in the reference',
  }),
  heic: flag('HEIC', { fallback: true, meaning: 'Whether HEIC is taken, for deployments that fear its patents' }),
  matteModel: text('MATTE_MODEL', {
    fallback: 'matte',
    meaning: 'Role or name of the network that makes mattes; it must play a role',
  }),
  matteModels: list(
    'MATTE_MODELS',
    {
      fallback: [],
      meaning: 'Roles or names of further networks that a call may ask for by the option model; each must play a role',
    },
    modelName,
  ),
  matteUpsampling: choice('MATTE_UPSAMPLING', ['guided', 'bilinear'], {
    fallback: 'guided',
    meaning: "How alpha gets to the size of the photo: along the photo's own edges, or as the network alone has it",
  }),
  matteRefiner: flag('MATTE_REFINER', {
    fallback: true,
    meaning:
      "Whether the network of role matte-refiner looks again at what is soft all around, in tiles of the photo's own resolution",
  }),
  removebgCompat: flag('REMOVEBG_COMPAT', {
    formerly: 'REMOVEBG_DOOR',
    fallback: true,
    meaning: "Whether calls of remove.bg's API are answered, at /v1.0/removebg and /v1.0/account",
  }),
  imageUrl: flag('IMAGE_URL', {
    fallback: true,
    meaning: 'Whether images are fetched from the addresses that callers send as image_url',
  }),
  trustedAddressHeader: text(
    'TRUSTED_ADDRESS_HEADER',
    {
      fallback: undefined,
      meaning: "Header that states the caller's address. Without it all callers share one address",
    },
    headerName,
  ),
} as const;

/** Without these the edge refuses every call. */
export const edgeSecrets = {
  keyHashSecret: needed(
    secret('KEY_HASH_SECRET', 'The secret under which keys are hashed. Another value makes every existing key unknown'),
  ),
  adminToken: needed(adminToken),
} as const;

/** Set by `npm start` and `npm run dev` alone, so that the page at `/` works at once. */
export const demoKey = secret(
  'DEMO_KEY',
  'Filled into the page at / for a local request with the word of this start. npm start sets it; never set it on a deployment',
);

/** Set by `npm start` and `npm run dev` alone, anew at each start. */
export const startWord = secret(
  'START_WORD',
  'Opens the mailbox and the demo key to a browser on this machine. npm start sets it; never set it on a deployment',
);
