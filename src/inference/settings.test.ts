import { describe, expect, it } from 'vitest';
import { inferenceSettings } from '../contract/settings/inference.ts';
import { SettingsFault } from '../contract/settings/read.ts';
import { readSettings } from './settings.ts';

describe('settings', () => {
  it('have defaults', () => {
    expect(readSettings({}, 6)).toEqual({
      port: 8788,
      host: '127.0.0.1',
      token: undefined,
      tokensOld: [],
      manifestPath: 'models/manifest.json',
      modelsDirectory: '.edgematte/models',
      runtime: 'auto',
      openVino: undefined,
      precision: 'auto',
      providers: ['cpu'],
      providerFallback: 'off',
      metricsAccess: 'token',
      workers: 1,
      threads: 6,
      queue: 16,
      cacheMb: 64,
      log: 'usual',
      commit: undefined,
      runTimeoutMs: 60_000,
    });
  });

  it('come from variables', () => {
    const variables = {
      INFERENCE_PORT: '0',
      INFERENCE_HOST: '0.0.0.0',
      INFERENCE_TOKEN: 'secret',
      INFERENCE_TOKENS_OLD: 'former, older',
      MODELS_MANIFEST: '/etc/models.json',
      MODELS_DIR: '/models',
      INFERENCE_RUNTIME: 'wasm',
      OPENVINO_DIR: '/opt/openvino',
      INFERENCE_PRECISION: 'int8',
      INFERENCE_PROVIDERS: 'cuda, cpu',
      INFERENCE_PROVIDER_FALLBACK: 'cpu',
      INFERENCE_METRICS: 'open',
      INFERENCE_WORKERS: '4',
      INFERENCE_THREADS: '3',
      INFERENCE_QUEUE: '0',
      NETWORK_CACHE_MB: '0',
      INFERENCE_LOG: 'all',
      SERVICE_COMMIT: '0123abcd',
      INFERENCE_RUN_TIMEOUT_MS: '1000',
    };
    expect(readSettings(variables)).toEqual({
      port: 0,
      host: '0.0.0.0',
      token: 'secret',
      tokensOld: ['former', 'older'],
      manifestPath: '/etc/models.json',
      modelsDirectory: '/models',
      runtime: 'wasm',
      openVino: '/opt/openvino',
      precision: 'int8',
      providers: ['cuda', 'cpu'],
      providerFallback: 'cpu',
      metricsAccess: 'open',
      workers: 4,
      threads: 3,
      queue: 0,
      cacheMb: 0,
      log: 'all',
      commit: '0123abcd',
      runTimeoutMs: 1000,
    });
    const declared = Object.values(inferenceSettings).map(({ variable }) => variable);
    expect(Object.keys(variables).sort()).toEqual(declared.sort());
  });

  it.each([
    [8, 2, 4],
    [3, 2, 1],
    [1, 4, 1],
  ])('divide %d cores among %d workers: %d threads each', (cores, workers, threads) => {
    expect(readSettings({ INFERENCE_WORKERS: String(workers) }, cores).threads).toBe(threads);
  });

  it('take an empty variable for an absent one', () => {
    expect(readSettings({ INFERENCE_PORT: '', INFERENCE_TOKEN: '', MODELS_DIR: '' })).toMatchObject({
      port: 8788,
      token: undefined,
      modelsDirectory: '.edgematte/models',
    });
  });

  it.each([
    ['INFERENCE_PORT', '70000', 'Expected a whole number from 0 to 65535 for INFERENCE_PORT but received 70000'],
    ['INFERENCE_WORKERS', '0', 'from 1 to 64'],
    ['INFERENCE_THREADS', '1.5', 'from 1 to 256'],
    ['INFERENCE_QUEUE', '-1', 'from 0 to 1024'],
    ['INFERENCE_RUN_TIMEOUT_MS', 'soon', 'but received soon'],
    [
      'INFERENCE_RUNTIME',
      'cuda',
      'Expected auto or native or openvino or wasm for INFERENCE_RUNTIME but received cuda',
    ],
    ['INFERENCE_PROVIDERS', 'CUDA;cpu', 'for INFERENCE_PROVIDERS'],
  ])('refuse %s=%s', (name, value, message) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingsFault);
    expect(read).toThrow(message);
  });
});
