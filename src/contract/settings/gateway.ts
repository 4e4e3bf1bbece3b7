/** Variables and the secret of the gateway Worker, of both its kinds. */
import { inferenceToken } from './inference.ts';
import { needed, urlsOrNone, wholeNumber } from './kinds.ts';

/** The addresses, for `npm start` without `none`: it has a service of its own where they are not set. */
export const inferenceUrlsMeaning =
  'Addresses of the inference service, separated by commas; for the gateway also none';

/** The gateway in front of addresses. */
export const gatewaySettings = {
  token: needed(inferenceToken),
  inferenceUrls: urlsOrNone('INFERENCE_URL', {
    fallback: ['http://127.0.0.1:8788'],
    meaning: inferenceUrlsMeaning,
  }),
  laneUrls: urlsOrNone('LANE_URL', {
    fallback: undefined,
    unset: 'the same place',
    meaning: 'Addresses of the image lane, separated by commas, or none',
  }),
} as const;

/** The gateway in front of Cloudflare Containers. */
export const containerGatewaySettings = {
  token: needed(inferenceToken),
  instances: wholeNumber('INSTANCES', {
    fallback: 1,
    min: 1,
    max: 16,
    meaning: 'Instances in use, at most max_instances of the configuration',
  }),
} as const;
