/** What refining asks for in memory, and when. */
import { expect, test, vi } from 'vitest';
import { alphaOf } from '../edges/alpha-source.ts';
import type { ByteTensor, Networks } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import { layerOver } from '../plane/layer.ts';
import { refine } from './refine.ts';
import { refinerBytes, refiningBytes, type TakeRoom, tilesOfCall } from './room.ts';

const tilePx = 64;
const mib = 1024 * 1024;

/** Refines a picture whose matte is half sure wherever `x` is small; notes what happens in which order. */
async function refined(widthPx: number, heightPx: number, softTo: number, takeRoom: TakeRoom = async () => {}) {
  const events: string[] = [];
  const samples = new Uint8Array(widthPx * heightPx * 3).fill(90);
  const frame = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
  const picture = {
    ...frame,
    rows() {
      events.push('rows');
      return frame.rows();
    },
  };
  const side = 64;
  const matte = Uint8Array.from({ length: side * side }, (_, at) => (at % side < softTo ? 128 : 255));
  const layer = layerOver({ widthPx: side, heightPx: side, samples: matte }, picture);
  const networks: Networks = {
    async describe() {
      return { inputs: [{ name: 'tiles', shape: [-1, tilePx, tilePx, 4] }], outputs: [] };
    },
    async infer(_model, [{ shape }]) {
      const [count] = shape;
      events.push(`${count} tiles`);
      const data = new Uint8Array(count * tilePx ** 2).fill(200);
      return [{ name: 'alpha', datatype: 'UINT8', shape: [count, tilePx, tilePx], data } satisfies ByteTensor];
    },
  };
  const asked = vi.fn(async (bytes: number) => {
    events.push('room');
    await takeRoom(bytes);
  });
  const coarse = { layer, alpha: alphaOf(layer, null), guided: true };
  const result = await refine(picture, coarse, networks, asked).catch((fault: unknown) => fault);
  return { result, events, asked };
}

test('room is taken once, before the photo is read once for all tiles', async () => {
  const { events, asked } = await refined(640, 300, 20);
  const calls = events.filter((event) => event.endsWith('tiles'));
  expect(calls.length).toBeGreaterThan(1);
  expect(events).toEqual(['room', 'rows', ...calls]);
  const tiles = calls.map((call) => Number.parseInt(call, 10));
  const all = tiles.reduce((sum, count) => sum + count);
  expect(Math.max(...tiles)).toBe(tilesOfCall);
  expect(asked).toHaveBeenCalledExactlyOnceWith(refiningBytes(tilePx, all));
});

test('room is asked for by what there is to refine', async () => {
  const { events, asked } = await refined(640, 300, 0);
  expect([events, asked.mock.calls]).toEqual([[], []]);
  const small = (await refined(64, 64, 20)).asked.mock.calls[0][0];
  const large = (await refined(640, 640, 20)).asked.mock.calls[0][0];
  expect(small).toBe(2 * mib + tilePx ** 2 * (11 + 5));
  expect(large).toBeGreaterThan(small);
});

test('the room is never more than was planned', () => {
  expect(refinerBytes).toBe(17.5 * mib);
  expect(refiningBytes(256, tilesOfCall)).toBe(10 * mib);
});

test('without room no network is asked, and what was thrown goes through', async () => {
  const none = new Error('no room');
  const { result, events } = await refined(640, 300, 20, () => Promise.reject(none));
  expect([result, events]).toEqual([none, ['room']]);
});
