/** Which way imports run in src: downwards, between its folders and within each of them. */
import type { Orders } from './rooms.ts';

/** For each folder of src: the folders it may import from, besides itself. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  bounds: [],
  contract: [],
  kernels: [],
  passes: [],
  tracing: ['contract'],
  pipeline: ['bounds', 'contract', 'kernels', 'passes'],
  protocol: ['bounds', 'contract', 'passes', 'pipeline'],
  codecs: ['bounds', 'contract', 'pipeline'],
  native: ['bounds', 'contract', 'pipeline'],
  'command-line': ['contract'],
  ledger: ['contract'],
  keys: ['contract', 'command-line', 'request-log'],
  models: ['contract', 'command-line', 'passes'],
  gateway: ['bounds', 'contract', 'tracing'],
  fetcher: ['contract'],
  allowances: ['contract'],
  'request-log': [],
  counts: ['contract'],
  accounts: ['bounds', 'contract', 'keys', 'allowances', 'request-log'],
  usage: ['contract', 'accounts', 'request-log'],
  billing: ['bounds', 'contract', 'command-line', 'keys', 'accounts'],
  operator: ['contract', 'command-line', 'keys', 'accounts'],
  site: [
    'bounds',
    'contract',
    'pipeline',
    'keys',
    'allowances',
    'request-log',
    'accounts',
    'usage',
    'billing',
    'operator',
  ],
  edge: [
    ...['bounds', 'contract', 'tracing', 'pipeline', 'protocol', 'codecs', 'ledger', 'fetcher'],
    ...['keys', 'allowances', 'counts', 'request-log', 'accounts', 'usage', 'billing', 'operator', 'site'],
  ],
  inference: ['bounds', 'contract', 'tracing', 'command-line', 'passes', 'pipeline', 'protocol', 'native', 'models'],
  start: ['contract', 'command-line', 'models', 'billing', 'operator', 'site', 'inference', 'keys', 'fetcher'],
  deployment: ['contract', 'command-line', 'site', 'start'],
};

/**
 * Within a folder of src, from bottom to top: each imports only from those before it. Every folder with two folders or more is here,
 * and each of its folders; the files beside them where their place says something.
 */
export const orders: Orders = {
  codecs: ['jpeg-encoder', 'jpeg-rows', 'png-rows', 'webp-rows'],
  contract: ['settings', 'output', 'operations', 'removebg', 'openapi'],
  edge: [
    ...['log', 'environment', 'stores', 'timings', 'exchange', 'request-resources'],
    ...[
      'admit',
      'lanes',
      'receive',
      'answer',
      'service',
      'process',
      'removebg',
      'health',
      'page-routes',
      'app',
      'worker',
    ],
  ],
  inference: ['kept', 'runtime', 'processes', 'scheduler', 'metrics', 'protocol', 'lane'],
  models: ['onnx', 'filled', 'matte', 'sources', 'quantise', 'isnet', 'points', 'repositories'],
  pipeline: [
    ...['concatenate', 'colour', 'plane', 'picture', 'heif', 'probe', 'networks', 'passes', 'edges', 'rows'],
    ...['part', 'refine', 'review', 'draw', 'points', 'car', 'flat'],
    ...['png', 'shadow', 'output', 'plan', 'version', 'preview', 'work'],
  ],
  site: [
    ...['writing', 'map', 'layout', 'visit', 'search', 'account', 'reference', 'documents'],
    ...['service-state', 'dashboard', 'billing', 'usage', 'requests', 'operator', 'status'],
    ...['playground', 'browser', 'many-photos', 'build', 'pages'],
  ],
  'site/browser': ['drawing', 'brush', 'playground', 'many-photos'],
};
