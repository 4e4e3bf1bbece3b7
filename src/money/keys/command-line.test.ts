import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminSurroundings, runKeys } from './command-line.ts';
import { commands } from './commands.ts';

const id = 'key_0123456789abcdef';
const details = {
  id,
  wallet: 'test_ABCDEFGHIJ',
  type: 'test',
  hint: 'Wx9z',
  label: null,
  created_at: '2026-06-15 12:00:00',
  revoked_at: null,
  credit: 5,
  balance: 5,
  open_holds: 0,
  expires: '2027-01-31 23:59:59',
  rate_per_minute: 30,
  endpoints: null,
  limit: null,
  charged: 3,
  revoked: false,
  suspended: false,
};
const created = { key: 'test_secret', ...details };

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly authorization: string | null;
  readonly body: unknown;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command against a service that gives one answer. */
async function run(
  words: string,
  answer: () => Response = () => Response.json(created),
  change: Partial<AdminSurroundings> = {},
) {
  const sent: Sent[] = [];
  const printed: string[] = [];
  const complaints: string[] = [];
  const status = await runKeys({
    words: words === '' ? [] : words.split(' '),
    environment: { ADMIN_TOKEN: 'token-of-test' },
    projectRoot: folder,
    send: async (input, init) => {
      const request = new Request(input, init);
      const text = await request.text();
      const body = text === '' ? undefined : JSON.parse(text);
      const { url, method, headers } = request;
      sent.push({ url, method, authorization: headers.get('Authorization'), body });
      return answer();
    },
    print: (text) => printed.push(text),
    complain: (text) => complaints.push(text),
    ...change,
  });
  return { status, sent, printed, complaints };
}

describe('each command but audit makes one call', () => {
  const base = 'http://127.0.0.1:8787/admin';
  test.each([
    ['create --credits 5', 'POST', '/keys', { type: 'live', credits: 5 }],
    ['create --credits 0 --expires 1999-01-01', 'POST', '/keys', { type: 'live', credits: 0, expires: '1999-01-01' }],
    [
      'create --credits=5 --rate 7 --type test --endpoints alpha-channel,car-layers-base64 --expires 2027-01-31 --label Shop',
      'POST',
      '/keys',
      {
        type: 'test',
        credits: 5,
        rate_per_minute: 7,
        endpoints: ['alpha-channel', 'car-layers-base64'],
        expires: '2027-01-31',
        label: 'Shop',
      },
    ],
    ['list', 'GET', '/keys', undefined],
    [`list --limit 2 --cursor ${id}`, 'GET', `/keys?limit=2&cursor=${id}`, undefined],
    [`show ${id}`, 'GET', `/keys/${id}`, undefined],
    [`entries ${id} --limit 200 --cursor 7`, 'GET', `/keys/${id}/entries?limit=200&cursor=7`, undefined],
    [`requests ${id}`, 'GET', `/keys/${id}/requests`, undefined],
    [`requests ${id} --limit 5 --request r.1`, 'GET', `/keys/${id}/requests?limit=5&request=r.1`, undefined],
    [`top-up ${id} --credits 9`, 'POST', `/keys/${id}/top-up`, { credits: 9 }],
    [
      `top-up --credits 9 --expires 2027-01-31 ${id}`,
      'POST',
      `/keys/${id}/top-up`,
      { credits: 9, expires: '2027-01-31' },
    ],
    [`set-expiry ${id} --expires 2027-01-31`, 'PUT', `/keys/${id}/expiry`, { expires: '2027-01-31' }],
    [`set-rate ${id} --rate 7`, 'PUT', `/keys/${id}/rate`, { rate_per_minute: 7 }],
    [`restrict ${id} --endpoints alpha-channel`, 'PUT', `/keys/${id}/endpoints`, { endpoints: ['alpha-channel'] }],
    [`restrict ${id} --all`, 'PUT', `/keys/${id}/endpoints`, { endpoints: null }],
    [`create --wallet test_ABCDEFGHIJ --limit 7`, 'POST', '/wallets/test_ABCDEFGHIJ/keys', { limit: 7 }],
    [
      `top-up ${id} --credits 9 --reference order-1`,
      'POST',
      `/keys/${id}/top-up`,
      { credits: 9, reference: 'order-1' },
    ],
    [
      `refund ${id} --credits 9 --of order-1 --reference refund-1`,
      'POST',
      `/keys/${id}/refund`,
      { credits: 9, reference: 'refund-1', of: 'order-1' },
    ],
    [`set-limit ${id} --limit 7`, 'PUT', `/keys/${id}/limit`, { limit: 7 }],
    [`set-limit ${id} --none`, 'PUT', `/keys/${id}/limit`, { limit: null }],
    [`end ${id} --at 2027-01-31`, 'PUT', `/keys/${id}/end`, { at: '2027-01-31' }],
    [`suspend ${id}`, 'POST', `/keys/${id}/suspend`, undefined],
    [`resume ${id}`, 'POST', `/keys/${id}/resume`, undefined],
    [`revoke ${id}`, 'POST', `/keys/${id}/revoke`, undefined],
    ['secrets', 'GET', '/secrets', undefined],
  ])('%s', async (words, method, route, body) => {
    const { status, sent, complaints } = await run(`${words} --json`);
    expect(complaints).toEqual([]);
    expect(status).toBe(0);
    expect(sent).toEqual([{ url: base + route, method, authorization: 'Bearer token-of-test', body }]);
  });
});

describe('output', () => {
  test('--json is exactly one JSON object on one line', async () => {
    const { printed } = await run('create --credits 5 --json');
    expect(printed).toHaveLength(1);
    expect(printed[0]).not.toContain('\n');
    expect(JSON.parse(printed[0])).toEqual(created);
  });

  test('without --json it is text for a person', async () => {
    const { printed } = await run('create --credits 5');
    expect(printed.join('\n')).toMatch(/^key {8}test_secret\nid {9}key_0123456789abcdef\n/);
  });

  test('an answer of another shape is printed rather than lost', async () => {
    const { status, printed } = await run('create --credits 5', () => Response.json({ key: 'test_secret', id }));
    expect(status).toBe(0);
    expect(JSON.parse(printed[0])).toEqual({ key: 'test_secret', id });
  });

  test('a label may hold spaces and commas', async () => {
    const { sent } = await run('', undefined, { words: ['create', '--credits', '1', '--label', 'A, b and - c'] });
    expect(sent[0].body).toMatchObject({ label: 'A, b and - c' });
  });
});

describe('help', () => {
  test.each(['--help', '-h'])('%s names every command', async (words) => {
    const { status, printed, sent } = await run(words);
    expect(status).toBe(0);
    expect(sent).toEqual([]);
    for (const { name, summary } of commands) expect(printed.join('\n')).toContain(`${name.padEnd(12)}${summary}`);
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    '%s --help names its options and calls nothing',
    async (name, { options }) => {
      for (const flag of ['--help', '-h', `--help ${id}`]) {
        const { status, printed, sent } = await run(`${name} ${flag}`);
        expect(status).toBe(0);
        expect(sent).toEqual([]);
        for (const option of [...options.map((each) => each.name), 'url', 'json']) {
          expect(printed.join('\n')).toContain(`--${option}`);
        }
      }
    },
  );
});

describe('arguments that are not understood', () => {
  const names =
    'create, list, show, entries, requests, top-up, refund, set-expiry, set-rate, restrict, set-limit, end, suspend, resume, revoke, audit, secrets';
  const wantsId = 'Expected an id, key_ and 16 characters as the command list prints them, after show';
  test.each([
    ['', `Expected a command: ${names}. For help: npm run keys -- --help`],
    ['make', `Expected a command, one of ${names}, but received make. For help: npm run keys -- --help`],
    ['--json create', `Expected a command, one of ${names}, but received --json. For help: npm run keys -- --help`],
    ['create', 'Expected --credits. For help: npm run keys -- create --help'],
    ['create --credit 5', 'The command create has no option --credit. For help: npm run keys -- create --help'],
    ['create -c 5', 'The command create has no option -c. For help: npm run keys -- create --help'],
    ['create --credits', 'Expected a value for --credits. For help: npm run keys -- create --help'],
    ['create --credits=', 'Expected a value for --credits. For help: npm run keys -- create --help'],
    ['create --credits --json', 'Expected a value for --credits. For help: npm run keys -- create --help'],
    [
      'create --credits five',
      'Expected a whole number for --credits but received five. For help: npm run keys -- create --help',
    ],
    [
      'create --credits -5',
      'Expected a whole number for --credits but received -5. For help: npm run keys -- create --help',
    ],
    [
      'create --credits 1e3',
      'Expected a whole number for --credits but received 1e3. For help: npm run keys -- create --help',
    ],
    [
      'create --credits 1 --credits 2',
      'Expected --credits once but received it again. For help: npm run keys -- create --help',
    ],
    ['create --credits 1 --json=yes', 'Expected no value for --json. For help: npm run keys -- create --help'],
    ['create 5 --credits 1', 'Expected options alone after create. For help: npm run keys -- create --help'],
    ['show', `${wantsId}. For help: npm run keys -- show --help`],
    ['show live_secret', `${wantsId}. For help: npm run keys -- show --help`],
    [`show ${id} ${id}`, 'Expected one ID after show. For help: npm run keys -- show --help'],
    [`show ${id} --credits 5`, 'The command show has no option --credits. For help: npm run keys -- show --help'],
    [`set-expiry ${id}`, 'Expected --expires. For help: npm run keys -- set-expiry --help'],
    [`restrict ${id}`, 'Expected either --endpoints or --all. For help: npm run keys -- restrict --help'],
    [
      `restrict ${id} --all --endpoints alpha-channel`,
      'Expected either --endpoints or --all. For help: npm run keys -- restrict --help',
    ],
    [
      'list --url ftp://127.0.0.1',
      'Expected an http or https address for --url but received ftp://127.0.0.1. For help: npm run keys -- list --help',
    ],
  ])('%j is answered in one line, with status 2', async (words, line) => {
    expect(await run(words)).toEqual({ status: 2, sent: [], printed: [], complaints: [line] });
  });
});

describe('the service', () => {
  test.each([
    ['list --json', { EDGEMATTE_URL: 'https://mattes.example/' }, 'https://mattes.example/admin/keys'],
    ['list --json --url http://127.0.0.1:99', { EDGEMATTE_URL: 'https://no' }, 'http://127.0.0.1:99/admin/keys'],
    ['list --json', { EDGEMATTE_URL: '' }, 'http://127.0.0.1:8787/admin/keys'],
  ])('%s with %j calls %s', async (words, variables, url) => {
    const { sent } = await run(words, undefined, { environment: { ADMIN_TOKEN: 'token-of-test', ...variables } });
    expect(sent[0].url).toBe(url);
  });

  test('whose variable holds no address is asked for, with status 2', async () => {
    const { status, complaints } = await run('list', undefined, { environment: { EDGEMATTE_URL: 'mattes.example' } });
    expect([status, complaints]).toEqual([
      2,
      [
        'Expected an http or https address for EDGEMATTE_URL but received mattes.example. For help: npm run keys -- list --help',
      ],
    ]);
  });

  test('that is not there is named in one line, with status 1', async () => {
    // A port that no system gives to who asks for any, and that no service has.
    const url = 'http://127.0.0.1:2';
    const { status, complaints } = await run(`list --url ${url}`, undefined, { send: fetch });
    expect(status).toBe(1);
    expect(complaints).toEqual([`${url} cannot be reached (ECONNREFUSED). Start the service or name it with --url.`]);
  });

  test.each([
    [
      'refuses the token',
      () => Response.json({ detail: 'Invalid admin token.' }, { status: 401 }),
      'refused the admin token. Set ADMIN_TOKEN to the one of that deployment.',
    ],
    [
      'does not know the key',
      () => Response.json({ detail: 'No key has this id.' }, { status: 404 }),
      'answered 404: No key has this id.',
    ],
    [
      'finds mistakes',
      () =>
        Response.json(
          {
            detail: [
              { loc: ['body', 'credits'], msg: 'Expected less', type: 'value_error' },
              { loc: ['body', 'endpoints', 1], msg: 'No such field', type: 'enum' },
              { loc: ['body'], msg: 'Expected a smaller body', type: 'value_error' },
            ],
          },
          { status: 422 },
        ),
      'answered 422: credits: Expected less; endpoints.1: No such field; Expected a smaller body',
    ],
    [
      'fails without words',
      () => Response.json({ error: 1 }, { status: 500 }),
      'answered 500: a body that says nothing',
    ],
    [
      'is another one',
      () => new Response('<html>', { status: 200 }),
      'answered 200 without JSON. Name the address of Edgematte with --url.',
    ],
    [
      'sends elsewhere',
      () => new Response(null, { status: 301, headers: { Location: 'https://elsewhere' } }),
      'answered 301 without JSON. Name the address of Edgematte with --url.',
    ],
  ])('that %s is quoted in one line, with status 1', async (_, answer, line) => {
    const { status, printed, complaints } = await run('list', answer);
    expect(complaints).toEqual([`http://127.0.0.1:8787 ${line}`]);
    expect([status, printed]).toEqual([1, []]);
  });
});

describe('the admin token', () => {
  test('comes from the state folder when ADMIN_TOKEN is unset or empty', async () => {
    const state = mkdtempSync(path.join(folder, 'state-'));
    writeFileSync(path.join(state, 'secrets.json'), JSON.stringify({ ADMIN_TOKEN: 'local-token', OTHER: 'x' }));
    for (const variables of [{}, { ADMIN_TOKEN: '' }, { ADMIN_TOKEN: ' ' }]) {
      for (const EDGEMATTE_STATE of [state, path.relative(folder, state)]) {
        const { sent } = await run('list --json', undefined, { environment: { ...variables, EDGEMATTE_STATE } });
        expect(sent[0].authorization).toBe('Bearer local-token');
      }
    }
  });

  test('of the variable goes before the one of the state folder', async () => {
    const { sent } = await run('list --json', undefined, {
      environment: { ADMIN_TOKEN: 'mine\n', EDGEMATTE_STATE: 'state' },
    });
    expect(sent[0].authorization).toBe('Bearer mine');
  });

  test('that is nowhere is asked for in one line', async () => {
    expect(await run('list', undefined, { environment: {} })).toEqual({
      status: 1,
      sent: [],
      printed: [],
      complaints: ['No admin token. Set ADMIN_TOKEN, or run npm start once to make a local one.'],
    });
  });

  test.each(['{', '{}', '[]', '{"ADMIN_TOKEN": 5}', '{"ADMIN_TOKEN": ""}'])(
    'cannot be read from a file that holds %s',
    async (text) => {
      const state = mkdtempSync(path.join(folder, 'state-'));
      writeFileSync(path.join(state, 'secrets.json'), text);
      const { status, complaints } = await run('list', undefined, { environment: { EDGEMATTE_STATE: state } });
      expect(status).toBe(1);
      expect(complaints).toEqual([
        `${path.join(state, 'secrets.json')} holds no ADMIN_TOKEN. Set the variable ADMIN_TOKEN instead.`,
      ]);
    },
  );

  test('with characters that no header carries is refused and not repeated', async () => {
    const { status, complaints } = await run('list', undefined, { environment: { ADMIN_TOKEN: 'tök en' } });
    expect([status, complaints]).toEqual([1, ['The admin token holds a character that no token has.']]);
  });
});

test('the version is that of the project, with its commit, and no call is made', async () => {
  const environment = { SERVICE_COMMIT: 'b20604dc1234' };
  const { status, printed, sent } = await run('--version', undefined, { environment });
  expect([status, sent]).toEqual([0, []]);
  expect(printed.join()).toMatch(/^\d+\.\d+\.\d+, commit b20604dc1234$/);
});
