import { describe, expect, test } from 'vitest';
import { processingOperations } from '../../../../contract/operations.ts';
import { divideCall } from './divided-call.ts';
import type { PageOption } from './send.ts';

const operationOf = (result: string) => {
  const operation = processingOperations.find((each) => each.result === result);
  if (!operation) throw new Error(`Nothing makes a ${result}`);
  return operation;
};
const cutout = operationOf('cutout');
const divided = (options: Record<string, PageOption>, operation = cutout) => divideCall({ operation, options });

describe('what the browser makes of a cutout', () => {
  test('is all of its geometry, its background, its shadow and its format', () => {
    const { sent, output } = divided({
      refine: 'off',
      crop: 'subject',
      crop_margin: '5%',
      aspect: '1:1',
      scale: '85',
      max_size: '800',
      background_color: '#ffffff',
      shadow: 'drop',
      output_format: 'jpeg',
      output_quality: '80',
    });
    expect(sent).toEqual({ operation: cutout, options: { refine: 'off' } });
    expect(output).toMatchObject({
      ...{ crop: true, aspect: 1, scale: 0.85, maxSizePx: 800, format: 'jpeg', quality: 80 },
      background: { red: 255, green: 255, blue: 255, alpha: 255 },
      shadow: { kind: 'drop', opacityPercent: 50 },
    });
  });

  test('is nothing where nothing is asked for: the file of the service is shown as it is', () => {
    expect(divided({})).toEqual({ sent: { operation: cutout, options: {} }, output: null, background: null });
  });

  test('has its background beside it', () => {
    const picture = new File(['beach'], 'beach.jpg');
    expect(divided({ background_image: picture })).toMatchObject({
      ...{ sent: { options: {} }, output: { background: 'picture' } },
      background: picture,
    });
  });

  test('is the geometry alone of a matte, and nothing of layers', () => {
    const matte = operationOf('matte');
    expect(divided({ aspect: '1:1' }, matte)).toMatchObject({ sent: { options: {} }, output: { aspect: 1 } });
    const layers = operationOf('car-layers');
    expect(divided({ reconstruct_windows: false }, layers).sent.options).toEqual({ reconstruct_windows: false });
  });
});

describe('the service makes all', () => {
  test.each<Record<string, PageOption>>([
    { output_format: 'zip' },
    { background_url: 'https://images.example.com/beach.jpg' },
    { aspect: '9:1' },
    { crop_margin: '5%' },
    { shadow_opacity: '40' },
  ])('of %j', (options) => {
    expect(divided(options)).toEqual({ sent: { operation: cutout, options }, output: null, background: null });
  });

  test('where this browser has failed', () => {
    const call = { operation: cutout, options: { aspect: '1:1' } };
    expect(divideCall(call, false)).toEqual({ sent: call, output: null, background: null });
  });
});
