/** Variables with the places of networks and weights; relative paths start at the project folder. */
import { path } from './kinds.ts';

export const modelSettings = {
  manifest: path('MODELS_MANIFEST', {
    fallback: 'models/manifest.json',
    meaning: 'Which network plays which role',
  }),
  directory: path('MODELS_DIR', { fallback: '.edgematte/models', meaning: 'Folder of the prepared weights' }),
} as const;
