/** What tests alone set: in no table and no `--help`, and no deployment may have it. */
import { choice } from './kinds.ts';

export const testSettings = {
  lane: choice('LANE', ['edge', 'image'], {
    fallback: 'edge',
    meaning: 'image: no picture is decoded at the edge. edge: each is that the edge can decode and hold, as usual',
  }),
} as const;
