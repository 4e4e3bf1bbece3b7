/** Which version a program is: given at its start and at deployment, never built in. */
import { text } from './kinds.ts';

/** No spaces: both go into a header. */
const form = { pattern: /^[0-9A-Za-z.-]{1,64}$/, allowed: 'letters, digits, dots and hyphens' };

export const versionSettings = {
  version: text('SERVICE_VERSION', { fallback: undefined, meaning: 'Set by npm start, dev and deploy' }, form),
  commit: text(
    'SERVICE_COMMIT',
    { fallback: undefined, unset: "git's", meaning: 'Commit that runs, for a folder without git' },
    form,
  ),
} as const;
