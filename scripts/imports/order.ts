/** Which way imports run in src: downwards, between its folders and within each of them. */
import type { Orders } from './rooms.ts';

/** The floors of src, and for each those that it may import from, besides itself. */
export const floors: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  pixels: ['contract'],
  wire: ['contract', 'pixels'],
  money: ['contract', 'pixels', 'wire'],
  edge: ['contract', 'pixels', 'wire', 'money'],
  pages: ['contract', 'pixels', 'wire', 'money'],
  inference: ['contract', 'pixels', 'wire'],
  local: ['contract', 'pixels', 'wire', 'money', 'edge', 'pages', 'inference'],
};

/** Rooms that may have less than their floor, besides themselves: floors, or rooms of them. */
export const narrowRooms: Readonly<Record<string, readonly string[]>> = {
  'contract/passes': [],
  'pixels/bounds': [],
  'pixels/kernels': [],
  'wire/command-line': ['contract'],
  'wire/tracing': ['contract'],
  'wire/fetcher': ['contract'],
  'wire/gateway': ['contract', 'pixels/bounds', 'wire/tracing'],
  'money/ledger': ['contract'],
  'money/allowances': ['contract'],
  'money/counts': ['contract'],
  'money/request-log': ['contract'],
  'inference/models': ['contract', 'wire/command-line'],
  'inference/native': ['contract', 'pixels'],
};

/** Of the edge the pages import its types alone. */
export const typesAlone: Readonly<Record<string, readonly string[]>> = { pages: ['edge'] };

/**
 * Within a folder of src, from bottom to top: each imports only from those before it. Every folder with two folders or more is here,
 * and each of its folders; the files beside them where their place says something.
 */
export const orders: Orders = {
  pixels: ['bounds', 'kernels', 'pipeline', 'codecs'],
  wire: ['command-line', 'tracing', 'protocol', 'fetcher', 'gateway'],
  money: ['request-log', 'allowances', 'counts', 'ledger', 'keys', 'usage', 'billing', 'recovery'],
  pages: ['accounts', 'notices', 'operator', 'site'],
  'pixels/codecs': ['jpeg-encoder', 'jpeg-rows', 'png-rows', 'webp-rows'],
  contract: ['passes', 'settings', 'output', 'operations', 'removebg', 'openapi'],
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
      'pages',
      'keys-and-ledgers',
      'app',
      'worker',
    ],
  ],
  inference: ['models', 'native', 'kept', 'runtime', 'processes', 'scheduler', 'metrics', 'protocol', 'lane'],
  'inference/models': ['onnx', 'filled', 'matte', 'sources', 'quantise', 'isnet', 'points', 'repositories'],
  'pixels/pipeline': [
    ...['concatenate', 'colour', 'plane', 'picture', 'heif', 'probe', 'networks', 'passes', 'edges', 'rows'],
    ...['part', 'refine', 'review', 'draw', 'points', 'car', 'flat'],
    ...['png', 'shadow', 'output', 'plan', 'version', 'preview', 'work'],
  ],
  'pages/site': [
    ...['writing', 'map', 'layout', 'visit', 'search', 'account', 'reference', 'documents'],
    ...['dashboard', 'billing', 'usage', 'requests', 'operator', 'status'],
    ...['playground', 'browser', 'many-photos', 'build', 'pages'],
  ],
  'pages/site/browser': ['drawing', 'brush', 'playground', 'many-photos'],
};
