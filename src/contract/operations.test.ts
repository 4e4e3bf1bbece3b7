import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  operationNamed,
  operationNames,
  operations,
  optionNames,
  processingOperations,
  taskOptions,
} from './operations.ts';

describe('the list of operations', () => {
  it("is the contract's", () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1.0/image-without-background',
      'POST /v1.0/image-without-background-base64',
      'POST /v1.0/alpha-channel',
      'POST /v1.0/alpha-channel-base64',
      'POST /v1.0/car-image-without-background',
      'POST /v1.0/car-image-without-background-base64',
      'POST /v1.0/car-layers-base64',
      'GET /available-credit',
    ]);
  });

  it('names operations by the last segment of their path', () => {
    for (const { name, path } of operations) expect(path.split('/').at(-1)).toBe(name);
    expect(operationNames).toEqual(processingOperations.map(({ name }) => name));
    for (const name of operationNames) expect(operationNamed(name).name).toBe(name);
  });

  it('takes Base64 where its name says so, and forms elsewhere', () => {
    for (const { name, encoding } of processingOperations) {
      expect(encoding).toBe(name.endsWith('-base64') ? 'json' : 'multipart');
    }
  });

  it('has every operation of every room', async () => {
    const folder = new URL('./operations/', import.meta.url);
    const rooms = readdirSync(folder).flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? []);
    for (const room of rooms) {
      const exported: Record<string, unknown> = await import(`./operations/${room}.ts`);
      const found = Object.values(exported).filter((value) => Object.hasOwn(Object(value), 'path'));
      expect(found, `${room} has no operation`).not.toEqual([]);
      for (const operation of found) expect(operations, room).toContain(operation);
    }
  });

  it('knows the names of all options', () => {
    expect([...optionNames].sort()).toEqual([
      'aspect',
      'background_color',
      'background_image',
      'background_url',
      'crop',
      'crop_cut_sides',
      'crop_margin',
      'drop_points',
      'edge_colors',
      'holes',
      'include_image_type',
      'include_shadow',
      'keep_points',
      'max_size',
      'model',
      'output_format',
      'output_quality',
      'position',
      'reconstruct_windows',
      'refine',
      'roi',
      'scale',
      'shadow',
      'shadow_opacity',
      'shadow_type',
    ]);
  });

  it('knows the kinds of tasks, which are the kinds that requests make', () => {
    expect(Object.keys(taskOptions)).toEqual(['cutout', 'matte', 'car-cutout', 'car-layers']);
    for (const { read, result } of processingOperations) {
      const { kind, ...options } = read(new Map());
      expect(kind).toBe(result);
      // Where nothing is asked for there is no output of its own; the compatibility API alone asks of vehicles.
      const asked = Object.keys(taskOptions[kind]).filter((name) => name !== 'output' && name !== 'vehicle');
      expect(asked.sort()).toEqual(Object.keys(options).sort());
      for (const [name, option] of Object.entries(taskOptions[kind])) {
        expect([undefined, false]).toContain(option.read(null));
        expect(name === 'output' || name === 'vehicle' || option.read(option.write(true))).toBe(true);
      }
    }
  });
});
