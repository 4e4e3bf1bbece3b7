import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { type Elsewhere, inferenceElsewhere } from './inference-elsewhere.ts';
import type { Room } from './inference-place.ts';

const token = 'right';
const networks = ['matte', 'luma', 'point-segmenter'];
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Behaviour {
  readonly served?: readonly string[];
  /** Times that it says that it is not ready. */
  readonly loading?: number;
}

/** A service that knows the token, and its address. */
async function service({ served = networks, loading = 0 }: Behaviour = {}): Promise<string> {
  let left = loading;
  const server = createServer(({ url = '', headers }, answer) => {
    const status = () => {
      if (headers.authorization !== `Bearer ${token}`) return 401;
      if (url === '/v2/health/ready') return left-- > 0 ? 503 : 200;
      return url === '/lane/v1/ready' || served.some((name) => url === `/v2/models/${name}`) ? 200 : 404;
    };
    answer.writeHead(status(), { Connection: 'close' }).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nobody = async () => `http://127.0.0.1:${await freePort()}`;
const times = { loadingMs: 60_000, againMs: 1 };

/** What a start with these gets, and the lines that it says. */
async function prepared(given: Partial<Elsewhere>, variables: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const terms = { inferenceUrls: [], laneUrls: undefined, inferenceToken: token, ...given };
  // State and run folder are not touched: nothing of inference is kept here.
  const room = { edgeVariables: variables, say: (line: string) => lines.push(line) } as Pick<
    Room,
    'edgeVariables' | 'say'
  >;
  const inference = await inferenceElsewhere(terms, variables, times).prepare(room as Room);
  return { ...inference, lines };
}

test('needs a token, and no port', () => {
  const given = { inferenceUrls: ['http://a'], laneUrls: undefined };
  const line = 'INFERENCE_URL needs INFERENCE_TOKEN, that of the services there';
  expect(() => inferenceElsewhere({ ...given, inferenceToken: undefined }, {})).toThrow(line);
  expect(inferenceElsewhere({ ...given, inferenceToken: token }, {}).port).toBeNull();
});

test('gives the gateway all addresses and the token, and starts nothing', async () => {
  const bases = [await service(), await service()];
  const { start, gatewayVariables, edgeVariables, lines } = await prepared({ inferenceUrls: bases });
  expect(start).toBeNull();
  expect(gatewayVariables).toEqual({ INFERENCE_URL: bases.join(','), INFERENCE_TOKEN: token });
  expect(edgeVariables).toEqual({});
  expect(lines).toEqual([`Networks run at ${bases.join(', ')}`]);
});

test('hands on where the image lane is, and says which is not there', async () => {
  const [base, lane] = [await service(), await nobody()];
  const there = await prepared({ inferenceUrls: [base], laneUrls: [lane, base] });
  expect(there.gatewayVariables).toMatchObject({ LANE_URL: `${lane},${base}` });
  expect(there.lines[0]).toBe(
    `The image lane at ${lane} cannot be reached (ECONNREFUSED); it gets calls once it is ready`,
  );
  expect((await prepared({ inferenceUrls: [base], laneUrls: null })).gatewayVariables).toMatchObject({
    LANE_URL: 'none',
  });
});

describe('an address that is of no use', () => {
  test('alone is the end of the start, in one line', async () => {
    const [refusing, gone] = [await service(), await nobody()];
    const given = { inferenceUrls: [refusing, gone], inferenceToken: 'wrong' };
    await expect(prepared(given)).rejects.toThrow(
      `No inference service can be used: ${refusing} refuses INFERENCE_TOKEN, ${gone} cannot be reached (ECONNREFUSED); see npm run inference -- --help`,
    );
  });

  test('beside one that is ready is a line', async () => {
    const [gone, base] = [await nobody(), await service()];
    const { lines } = await prepared({ inferenceUrls: [gone, base] });
    expect(lines[0]).toBe(`${gone} cannot be reached (ECONNREFUSED); it gets calls once it is ready`);
  });
});

test('one that loads its networks is waited for', async () => {
  const { lines } = await prepared({ inferenceUrls: [await service({ loading: 3 })] });
  expect(lines[0]).toBe('Waiting for the networks of other machines …');
  expect(lines).toHaveLength(2);
});

test('a network that it does not have is refused by the name of its variable', async () => {
  const base = await service();
  expect((await prepared({ inferenceUrls: [base] }, { MATTE_MODEL: 'luma' })).start).toBeNull();
  const line = (variable: string) => `Expected a network of ${base} for ${variable} but received nope`;
  for (const variable of ['MATTE_MODEL', 'MATTE_MODELS']) {
    await expect(prepared({ inferenceUrls: [base] }, { [variable]: 'nope' })).rejects.toThrow(line(variable));
  }
});

test('points are off where no network answers them, unless the shell says', async () => {
  const base = await service({ served: ['matte'] });
  expect((await prepared({ inferenceUrls: [base] })).edgeVariables).toEqual({ POINT_SEGMENTER: 'off' });
  expect((await prepared({ inferenceUrls: [base] }, { POINT_SEGMENTER: 'on' })).edgeVariables).toEqual({});
});
