import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { readLaneSettings } from './settings.ts';

const gibibyte = 2 ** 30;

describe('defaults', () => {
  it('are one child with half of the memory', () => {
    expect(readLaneSettings({}, 8 * gibibyte)).toMatchObject({
      workers: 1,
      queue: 8,
      budgetBytes: 4 * gibibyte,
      stallMs: 30_000,
      inferenceUrl: undefined,
      token: undefined,
    });
  });

  it('share that half among the children', () => {
    expect(readLaneSettings({ LANE_WORKERS: '4' }, 8 * gibibyte).budgetBytes).toBe(4 * gibibyte);
  });
});

it('take what the variables say, a budget for each child', () => {
  const variables = {
    LANE_WORKERS: '2',
    LANE_QUEUE: '0',
    LANE_BUDGET_BYTES: '2000000000',
    LANE_NETWORKS_URL: 'http://gpu:8788',
    // The gateway's: where that one finds this service.
    INFERENCE_URL: 'http://gateway:8788',
    INFERENCE_TOKEN: 'secret',
    LANE_SOCKETS_DIR: '/run/edgematte',
    MAX_IMAGE_BYTES: '2000',
    // A limit of the edge alone.
    LEASE_MS: '300',
  };
  expect(readLaneSettings(variables)).toMatchObject({
    workers: 2,
    queue: 0,
    budgetBytes: 4_000_000_000,
    inferenceUrl: 'http://gpu:8788',
    token: 'secret',
    socketsDirectory: '/run/edgematte',
    limits: { ...defaultLimits, maxImageBytes: 2000 },
  });
});

it.each([
  [{ LANE_WORKERS: 'two' }, 'Expected a whole number from 0 to 64 for LANE_WORKERS but received two'],
  [{ LANE_QUEUE: '-1' }, 'Expected a whole number from 0 to 1024 for LANE_QUEUE but received -1'],
  [{ LANE_BUDGET_BYTES: '5' }, 'for LANE_BUDGET_BYTES but received 5'],
])('refuses %j by name', (variables, message) => {
  expect(() => readLaneSettings(variables)).toThrow(message);
});
