/** The passes at a subject: how many, at what, and what becomes of them. */
import { describe, expect, test } from 'vitest';
import type { Pass, Passes } from '../../../contract/passes/declaration.ts';
import { type ByteTensor, NetworkFault, type Networks } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import { findSubject } from './subject.ts';

/** Networks of 16 pixels a side that see squares and answer one opacity. */
const plainNetworks: Networks = {
  describe: async () => ({ inputs: [{ name: 'image', shape: [-1, 16, 16, 3] }], outputs: [] }),
  infer: async () => [{ name: 'matte', datatype: 'UINT8', shape: [1, 16, 16], data: new Uint8Array(256).fill(100) }],
};

const sizes: Readonly<Record<string, number>> = { matte: 16, 'matte-12': 12 };
const medium: Pass<'medium'> = { model: 'matte-12', whenUnknown: 0.2 };

/** Opacities with which a network fills the left and the right half of its matte. */
type Halves = readonly [left: number, right: number];

/** Networks that see squares and answer as scripted. */
function networks(answers: Readonly<Record<string, Halves | NetworkFault>>, medium: Pass<'medium'> | undefined) {
  const asked: { model: string; input: ByteTensor }[] = [];
  const port: Networks = {
    async describe(model) {
      const inputs = [{ name: 'image', shape: [-1, sizes[model], sizes[model], 3] }];
      return { inputs, outputs: [], ...(model === 'matte' && medium && { passes: { medium } }) };
    },
    async infer(model, [input]) {
      asked.push({ model, input });
      const answer = answers[model];
      if (answer instanceof NetworkFault) throw answer;
      const side = sizes[model];
      const data = Uint8Array.from({ length: side * side }, (_, at) => answer[at % side < side / 2 ? 0 : 1]);
      return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data }];
    },
  };
  return { port, asked };
}

/** Left red, right blue; counts how often it is read. */
function photo() {
  const [widthPx, heightPx] = [40, 24];
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) =>
    at % 3 === (Math.floor(at / 3) % widthPx < widthPx / 2 ? 0 : 2) ? 200 : 0,
  );
  const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
  let passes = 0;
  const counted = {
    ...picture,
    rows() {
      passes++;
      return picture.rows();
    },
  };
  return { picture: counted, passes: () => passes };
}

const halfUnknown: Halves = [255, 100];
const known: Halves = [255, 255];

async function find(answers: Readonly<Record<string, Halves | NetworkFault>>, medium?: Pass<'medium'>) {
  const { port, asked } = networks(answers, medium);
  const { picture, passes } = photo();
  const {
    layer: { plane: matte, region },
  } = await findSubject(picture, port, 'matte');
  return {
    side: matte.widthPx,
    region,
    models: asked.map(({ model }) => model),
    asked,
    passes: passes(),
  };
}

describe('the subject', () => {
  test('is found in one pass where little is unknown', async () => {
    const found = await find({ matte: known }, medium);
    expect(found).toMatchObject({ side: 16, models: ['matte'], region: { widthPx: 40, heightPx: 24 } });
  });

  test('has a medium pass where much of the full pass is unknown, and the better matte is used', async () => {
    const found = await find({ matte: halfUnknown, 'matte-12': known }, medium);
    expect(found).toMatchObject({ side: 12, models: ['matte', 'matte-12'], region: { widthPx: 40, heightPx: 24 } });
  });

  test('stays that of the full pass where the second knows no better', async () => {
    expect(await find({ matte: halfUnknown, 'matte-12': halfUnknown }, medium)).toMatchObject({ side: 16 });
  });

  test('stays that of the full pass where the second knows more of the same', async () => {
    expect(await find({ matte: [255, 235], 'matte-12': known }, medium)).toMatchObject({
      side: 16,
      models: ['matte', 'matte-12'],
    });
  });

  test('has no medium pass where none is set', async () => {
    expect(await find({ matte: halfUnknown })).toMatchObject({ side: 16, models: ['matte'] });
  });

  test('has no medium pass whose threshold is 1', async () => {
    const never = { ...medium, whenUnknown: 1 };
    expect(await find({ matte: [0, 100] }, never)).toMatchObject({ side: 16, models: ['matte'] });
  });

  test('has no medium pass where all that is unknown are lines', async () => {
    // Each of the 64 cells across has a clear pixel beside an unknown one.
    const lines = { widthPx: 128, heightPx: 128 };
    const { port, asked } = networks({ matte: known, 'matte-12': known }, medium);
    const data = Uint8Array.from({ length: 128 * 128 }, (_, at) => (at % 2 ? 128 : 0));
    const shape = [1, lines.heightPx, lines.widthPx];
    const striped: Networks = {
      ...port,
      async describe(model) {
        const described = await port.describe(model);
        return { ...described, inputs: [{ name: 'image', shape: [-1, lines.heightPx, lines.widthPx, 3] }] };
      },
      async infer(model, inputs) {
        await port.infer(model, inputs);
        return [{ name: 'matte', datatype: 'UINT8', shape, data }];
      },
    };
    const { layer } = await findSubject(photo().picture, striped, 'matte');
    expect(layer.plane.samples).toEqual(data);
    expect(asked.map(({ model }) => model)).toEqual(['matte']);
  });

  test('has a medium pass without reading the photo again', async () => {
    const { passes, asked } = await find({ matte: halfUnknown, 'matte-12': known }, medium);
    expect(passes).toBe(1);
    const [, again] = asked;
    expect(again.input.shape).toEqual([1, 12, 12, 3]);
    expect([...again.input.data.subarray(0, 3)]).toEqual([200, 0, 0]);
    expect([...again.input.data.subarray(-3)]).toEqual([0, 0, 200]);
  });

  test('is not lost because a medium pass is not to be had', async () => {
    const full = new NetworkFault('unavailable', 'full');
    expect(await find({ matte: halfUnknown, 'matte-12': full }, medium)).toMatchObject({ side: 16 });
  });

  test('fails where the medium pass is broken, so that somebody hears of it', async () => {
    const broken = new NetworkFault('failed', 'no such model');
    await expect(find({ matte: halfUnknown, 'matte-12': broken }, medium)).rejects.toBe(broken);
  });
});

describe('a subject that a chooser is asked about', () => {
  const low: Pass<'low'> = { model: 'matte-8', chooser: { model: 'chooser', whenUnknown: 0.1 } };
  const side: Readonly<Record<string, number>> = { matte: 16, 'matte-8': 8, chooser: 4 };

  /** Passes of one opacity each, and a chooser that takes so much of the low one and of everything. */
  function networksFor(
    shares: { low: number; everything: number } | NetworkFault,
    second: number | NetworkFault = 200,
    first = 150,
  ) {
    const asked: { model: string; input: ByteTensor }[] = [];
    const port: Networks = {
      async describe(model) {
        const inputs = [{ name: 'image', shape: [-1, side[model], side[model], model === 'chooser' ? 5 : 3] }];
        return { inputs, outputs: [], ...(model === 'matte' && { passes: { low } }) };
      },
      async infer(model, [input]) {
        asked.push({ model, input });
        const map = (name: string, value: number, px = side[model]): ByteTensor => ({
          name,
          datatype: 'UINT8',
          shape: [1, px, px],
          data: new Uint8Array(px * px).fill(value),
        });
        const answer = model === 'chooser' ? shares : model === 'matte' ? first : second;
        if (answer instanceof NetworkFault) throw answer;
        if (typeof answer === 'number') return [map('matte', answer)];
        return [map('everything', answer.everything, 2), map('coarse', answer.low, 2), map('nothing', 0, 2)];
      },
    };
    return { port, asked };
  }

  const opacity = async (port: Networks) => {
    const { layer } = await findSubject(photo().picture, port, 'matte');
    expect(layer).toMatchObject({ region: { widthPx: 40, heightPx: 24 }, plane: { widthPx: 16 } });
    return [...new Set(layer.plane.samples)];
  };

  test('is what the chooser takes of both passes', async () => {
    const { port, asked } = networksFor({ low: 255, everything: 0 });
    expect(await opacity(port)).toEqual([200]);
    expect(asked.map(({ model }) => model)).toEqual(['matte', 'matte-8', 'chooser']);
    expect(await opacity(networksFor({ low: 0, everything: 255 }).port)).toEqual([255]);
    expect(await opacity(networksFor({ low: 0, everything: 0 }).port)).toEqual([150]);
  });

  test('has the matte that was blended, too', async () => {
    const subjectOf = ({ port }: ReturnType<typeof networksFor>) => findSubject(photo().picture, port, 'matte');
    const chosen = await subjectOf(networksFor({ low: 255, everything: 0 }));
    expect([...new Set(chosen.beforeChooser?.samples)]).toEqual([150]);
    expect((await subjectOf(networksFor({ low: 255, everything: 0 }, 200, 255))).beforeChooser).toBeUndefined();
  });

  test('is shown to the chooser with both passes, without a second pass over the photo', async () => {
    const { port, asked } = networksFor({ low: 0, everything: 0 });
    const { picture, passes } = photo();
    await findSubject(picture, port, 'matte');
    expect(passes()).toBe(1);
    const { input } = asked[2];
    expect(input.shape).toEqual([1, 4, 4, 5]);
    expect([...input.data.subarray(0, 5)]).toEqual([200, 0, 0, 150, 200]);
    expect([...input.data.subarray(-5)]).toEqual([0, 0, 200, 150, 200]);
  });

  test('stays that of the full pass where the low one or the chooser is not to be had', async () => {
    const full = new NetworkFault('unavailable', 'full');
    expect(await opacity(networksFor(full).port)).toEqual([150]);
    expect(await opacity(networksFor({ low: 255, everything: 0 }, full).port)).toEqual([150]);
  });

  describe('with a completer', () => {
    const withCompleter = ({ port, asked }: ReturnType<typeof networksFor>, adds: number | NetworkFault) => {
      const completing: Networks = {
        async describe(model) {
          if (model === 'completer') return { ...(await port.describe('chooser')), outputs: [] };
          const described = await port.describe(model);
          return model === 'matte'
            ? { ...described, passes: { low: { ...low, completer: { model: 'completer' } } } }
            : described;
        },
        async infer(model, [input]) {
          if (model !== 'completer') return port.infer(model, [input]);
          asked.push({ model, input });
          if (adds instanceof NetworkFault) throw adds;
          return networksFor({ low: 0, everything: adds }).port.infer('chooser', [input]);
        },
      };
      return { port: completing, asked };
    };

    test('has what that adds to what the chooser takes, and nothing less', async () => {
      const { port, asked } = withCompleter(networksFor({ low: 255, everything: 0 }), 255);
      expect(await opacity(port)).toEqual([255]);
      expect(asked.map(({ model }) => model)).toEqual(['matte', 'matte-8', 'chooser', 'completer']);
      expect(asked[3].input).toEqual(asked[2].input);
      expect(await opacity(withCompleter(networksFor({ low: 255, everything: 0 }), 0).port)).toEqual([200]);
    });

    test('stays what the chooser takes where that is not to be had', async () => {
      const full = new NetworkFault('unavailable', 'full');
      expect(await opacity(withCompleter(networksFor({ low: 255, everything: 0 }), full).port)).toEqual([200]);
    });

    test('is not completed where the chooser is not to be had', async () => {
      const full = new NetworkFault('unavailable', 'full');
      const { port, asked } = withCompleter(networksFor(full), 255);
      expect(await opacity(port)).toEqual([150]);
      expect(asked.map(({ model }) => model)).toEqual(['matte', 'matte-8', 'chooser']);
    });
  });

  test('is not asked about where a medium pass has made it sure', async () => {
    const { port, asked } = networksFor({ low: 0, everything: 255 }, 255, 150);
    const both: Networks = {
      ...port,
      async describe(model) {
        const described = await port.describe(model);
        return {
          ...described,
          ...(model === 'matte' && { passes: { low, medium: { model: 'matte-8', whenUnknown: 0.2 } } }),
        };
      },
    };
    const { layer } = await findSubject(photo().picture, both, 'matte');
    expect(layer.plane).toMatchObject({ widthPx: 8 });
    expect(asked.map(({ model }) => model)).toEqual(['matte', 'matte-8', 'matte-8']);
  });

  test('is not asked about where the full pass sees no subject', async () => {
    const { port, asked } = networksFor({ low: 255, everything: 0 }, 200, 127);
    expect(await opacity(port)).toEqual([127]);
    expect(asked.map(({ model }) => model)).toEqual(['matte', 'matte-8']);
  });

  test('is not asked about where little of it is unknown', async () => {
    const { port, asked } = networksFor({ low: 255, everything: 0 }, 200, 255);
    expect(await opacity(port)).toEqual([255]);
    expect(asked.map(({ model }) => model)).toEqual(['matte', 'matte-8']);
  });

  test.each([
    ['surely a graphic', 0.05, [150]],
    ['perhaps a photograph', 0.0501, [200]],
  ])('is asked about by its type: %s', async (_, photoShare, expected) => {
    const { port } = networksFor({ low: 255, everything: 0 });
    const type = { photo: photoShare, graphic: 1 - photoShare };
    const { layer } = await findSubject(photo().picture, port, 'matte', type);
    expect([...new Set(layer.plane.samples)]).toEqual(expected);
  });

  test('keeps its fine lines: a sure skipping rope is not overruled by what a low pass and a chooser make of it', async () => {
    // Each of the 64 cells across has a clear pixel beside an unknown one.
    const data = Uint8Array.from({ length: 128 * 128 }, (_, at) => (at % 2 ? 200 : 0));
    const { port, asked } = networksFor({ low: 255, everything: 0 }, 0);
    const striped: Networks = {
      async describe(model) {
        const described = await port.describe(model);
        return model === 'matte' ? { ...described, inputs: [{ name: 'image', shape: [-1, 128, 128, 3] }] } : described;
      },
      async infer(model, inputs) {
        const outputs = await port.infer(model, inputs);
        return model === 'matte' ? [{ name: 'matte', datatype: 'UINT8', shape: [1, 128, 128], data }] : outputs;
      },
    };
    expect((await findSubject(photo().picture, striped, 'matte')).layer.plane.samples).toEqual(data);
    expect(asked.map(({ model }) => model)).toEqual(['matte', 'matte-8']);
  });

  test('fails where the maps of the chooser have different sizes', async () => {
    const { port } = networksFor({ low: 0, everything: 0 });
    const uneven: Networks = {
      ...port,
      async infer(model, inputs) {
        const outputs = await port.infer(model, inputs);
        const odd: ByteTensor = { name: 'nothing', datatype: 'UINT8', shape: [1, 1, 1], data: new Uint8Array(1) };
        return outputs.map((output) => (output.name === 'nothing' ? odd : output));
      },
    };
    await expect(findSubject(photo().picture, uneven, 'matte')).rejects.toThrow('did not answer at the size');
  });

  test('fails where the chooser is broken, so that somebody hears of it', async () => {
    const broken = new NetworkFault('failed', 'no such model');
    await expect(findSubject(photo().picture, networksFor(broken).port, 'matte')).rejects.toBe(broken);
  });
});

describe('a small subject', () => {
  const closeUp: Pass<'closeUp'> = { whenSmaller: 0.7, whenUnknown: 0.1 };

  /** Sees an opaque block of the left quarter with an unknown one beside it; in a close-up pass what is scripted. */
  function networksFor(close: number | NetworkFault, passes: Passes) {
    const asked: ByteTensor[] = [];
    const port: Networks = {
      async describe(model) {
        const { inputs, outputs } = await plainNetworks.describe(model);
        return { inputs, outputs, passes };
      },
      async infer(_model, [input]) {
        asked.push(input);
        const side = 16;
        const isClose = asked.length === 2;
        if (isClose && close instanceof NetworkFault) throw close;
        const data = Uint8Array.from({ length: side * side }, (_, at) => {
          const across = (at % side) / side;
          if (isClose) return close as number;
          return across < 0.25 ? 255 : across < 0.5 ? 160 : 0;
        });
        return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data }];
      },
    };
    return { port, asked };
  }

  test('has a close-up pass, and that matte is used where it knows more', async () => {
    const { port, asked } = networksFor(255, { closeUp });
    const { layer, colours } = await findSubject(photo().picture, port, 'matte');
    const region = { leftPx: 0, topPx: 0, widthPx: 22, heightPx: 24 };
    expect(layer).toMatchObject({ region, outside: 0, plane: { widthPx: 16 } });
    expect(layer.plane.samples[0]).toBe(255);
    expect(asked).toHaveLength(2);
    expect(colours).toBe(asked[1].data);
    // The part has the red half and a little of the blue one.
    expect([...colours.subarray(13 * 3, 14 * 3), ...colours.subarray(15 * 3, 16 * 3)]).toEqual([200, 0, 0, 0, 0, 200]);
  });

  test.each<[string, number | NetworkFault]>([
    ['knows no better', 160],
    ['sees nothing', 0],
    ['is not to be had', new NetworkFault('unavailable', 'full')],
  ])('keeps the matte of the whole picture where a close-up pass %s', async (_, close) => {
    const { port, asked } = networksFor(close, { closeUp });
    const { layer, colours } = await findSubject(photo().picture, port, 'matte');
    expect(layer.region).toEqual({ leftPx: 0, topPx: 0, widthPx: 40, heightPx: 24 });
    expect(colours).toBe(asked[0].data);
    expect(asked).toHaveLength(2);
  });

  test('fails where the close-up pass is broken', async () => {
    const broken = new NetworkFault('failed', 'broken');
    const { port } = networksFor(broken, { closeUp });
    await expect(findSubject(photo().picture, port, 'matte')).rejects.toBe(broken);
  });

  test.each([{}, { closeUp: { ...closeUp, whenSmaller: 0.3 } }, { closeUp: { ...closeUp, whenUnknown: 0.6 } }])(
    'has no further pass with %j',
    async (passes) => {
      const { port, asked } = networksFor(255, passes);
      expect((await findSubject(photo().picture, port, 'matte')).layer.region.widthPx).toBe(40);
      expect(asked).toHaveLength(1);
    },
  );
});

describe('a limb that the full pass leaves out', () => {
  const side = 64;
  /** Body on the left, all rows; an arm beside it that only some passes see. */
  const seen = (hasArm: boolean) =>
    Uint8Array.from({ length: side * side }, (_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)];
      return x < 30 || (hasArm && x < 45 && y >= 20 && y < 40) ? 255 : 0;
    });

  function networksFor(low: Uint8Array | NetworkFault, passes: Passes = {}) {
    const asked: string[] = [];
    const port: Networks = {
      async describe(model) {
        const inputs = [{ name: 'image', shape: [-1, side, side, 3] }];
        return { inputs, outputs: [], ...(model === 'matte' && { passes: { low: { model: 'low' }, ...passes } }) };
      },
      async infer(model) {
        asked.push(model);
        const answer = model === 'low' ? low : seen(false);
        if (answer instanceof NetworkFault) throw answer;
        return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data: answer }];
      },
    };
    return { port, asked };
  }

  test('is added where the low one has it', async () => {
    const { port, asked } = networksFor(seen(true));
    const { layer } = await findSubject(photo().picture, port, 'matte');
    expect(layer.plane.samples).toEqual(seen(true));
    expect(asked).toEqual(['matte', 'low']);
  });

  test('is not made up where both agree', async () => {
    const { layer } = await findSubject(photo().picture, networksFor(seen(false)).port, 'matte');
    expect(layer.plane.samples).toEqual(seen(false));
  });

  test('stays out where the low pass is not to be had, and fails where it is broken', async () => {
    const full = networksFor(new NetworkFault('unavailable', 'full'));
    expect((await findSubject(photo().picture, full.port, 'matte')).layer.plane.samples).toEqual(seen(false));
    const broken = new NetworkFault('failed', 'no such model');
    await expect(findSubject(photo().picture, networksFor(broken).port, 'matte')).rejects.toBe(broken);
  });

  test('is added to a close-up pass, too', async () => {
    const { port } = networksFor(seen(true), { closeUp: { whenSmaller: 1, whenUnknown: 0 } });
    let made = 0;
    const partlyUnknown: Networks = {
      ...port,
      async infer(model, inputs) {
        const [answer] = await port.infer(model, inputs);
        if (model === 'low') return [answer];
        // The full pass leaves a column unknown, so that a close one follows, of which the body takes more.
        const [isFirst, middle] = [made++ === 0, 39];
        const close = Uint8Array.from({ length: side * side }, (_, at) => (at % side < middle ? 255 : 0));
        const unknown = seen(false).map((alpha, at) => (at % side === 5 ? 150 : alpha));
        return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data: isFirst ? unknown : close }];
      },
    };
    const whole = await findSubject(photo().picture, partlyUnknown, 'matte');
    expect(whole.layer.region.widthPx).toBeLessThan(40);
    const { widthPx, samples } = whole.layer.plane;
    expect([samples[30 * widthPx + 50], samples[60 * widthPx + 50]]).toEqual([255, 0]);
  });
});
