import { describe, expect, it } from 'vitest';
import { operationNamed } from '../../../../contract/operations.ts';
import { callIdOf } from './call-id.ts';
import type { PageCall } from './send.ts';

const matte = { operation: operationNamed('alpha-channel'), options: { refine: 'off', crop: 'true' } } as PageCall;
const photo = new Blob(['a photo']);

describe('the identity of a call', () => {
  it('is the same for the same photo, operation, options and account, in whatever order the options come', async () => {
    const id = await callIdOf(matte, photo, 'account 1');
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    const turned = { ...matte, options: { crop: 'true', refine: 'off' } };
    expect(await callIdOf(turned, new File(['a photo'], 'another name.jpg'), 'account 1')).toBe(id);
  });

  it('is the same whatever points it has', async () => {
    const points = { ...matte.options, keep_points: '1% 2%', drop_points: '3% 4%' };
    expect(await callIdOf({ ...matte, options: points }, photo, 'account 1')).toBe(
      await callIdOf(matte, photo, 'account 1'),
    );
  });

  it('is another one where any of them differs', async () => {
    const others = await Promise.all([
      callIdOf(matte, photo, 'account 1'),
      callIdOf(matte, photo, 'account 2'),
      callIdOf(matte, new Blob(['another photo']), 'account 1'),
      callIdOf({ ...matte, options: { refine: 'off' } }, photo, 'account 1'),
      callIdOf({ ...matte, options: { ...matte.options, crop: 'false' } }, photo, 'account 1'),
      callIdOf({ ...matte, operation: operationNamed('alpha-channel-base64') } as PageCall, photo, 'account 1'),
      callIdOf({ ...matte, options: { background_image: new File(['a beach'], 'a.jpg') } }, photo, 'account 1'),
      callIdOf({ ...matte, options: { background_image: new File(['a wood'], 'a.jpg') } }, photo, 'account 1'),
    ]);
    expect(new Set(others).size).toBe(others.length);
  });
});
