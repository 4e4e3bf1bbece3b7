/** Variables of the commands on this machine: `npm start`, `npm run dev` and `npm run keys`. */

import { adminToken } from './edge.ts';
import { gatewaySettings, inferenceUrlsMeaning } from './gateway.ts';
import { inferencePortTerms, inferenceToken } from './inference.ts';
import { flag, path, port, url, urls } from './kinds.ts';
import { modelSettings } from './models.ts';
import { versionSettings } from './version.ts';

const stateTerms = {
  unset: '.edgematte; for npm run dev .edgematte/dev',
  meaning: 'Folder of secrets, ledgers and demo key',
} as const;

const ports = {
  port: port('PORT', { fallback: 8787, min: 1, meaning: 'Port of the API on 127.0.0.1' }),
  inferencePort: port('INFERENCE_PORT', { ...inferencePortTerms, min: 1 }),
};

/** The state folder of `npm start`, which the keys command reads as well. */
const state = path('EDGEMATTE_STATE', { ...stateTerms, fallback: '.edgematte' });

/** Inference on other machines. */
const elsewhere = {
  inferenceUrls: urls('INFERENCE_URL', {
    fallback: undefined,
    unset: 'one on this machine',
    meaning: inferenceUrlsMeaning,
  }),
  laneUrls: gatewaySettings.laneUrls,
  inferenceToken,
} as const;

/** What has ended, outside of what a backup holds; `npm run restore` reads it as well. */
export const sinceList = path('EDGEMATTE_SINCE', {
  fallback: undefined,
  unset: 'since.jsonl in the state folder',
  meaning: 'File that lists ended keys and deleted accounts for 35 days, to end them again after a restore',
});

const shared = {
  ...ports,
  ...elsewhere,
  state,
  commit: versionSettings.commit,
  ...modelSettings,
} as const;

export const startSettings = { ...shared, sinceList } as const;

export const devSettings = {
  ...shared,
  state: path('EDGEMATTE_STATE', { ...stateTerms, fallback: '.edgematte/dev' }),
  fetchPrivate: flag('FETCH_PRIVATE', {
    fallback: false,
    meaning: 'Whether npm run dev fetches image_url, private addresses included',
  }),
} as const;

export const keysSettings = {
  url: url('EDGEMATTE_URL', { fallback: 'http://127.0.0.1:8787', meaning: 'Address of the service' }),
  adminToken,
  state,
} as const;
