import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { startTestServer, type TestServer } from '../../../../test/models/http-server.ts';
import { type IndexChoices, makeWheel, startIndex, type TestIndex } from '../../../../test/models/wheel.ts';
import { findWheel } from './python-index.ts';

const directory = useTemporaryDirectory();
const made = makeWheel(Buffer.from('weights'));
const { wheel } = made.source;
const servers: TestServer[] = [];

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const server of servers.splice(0)) await server.close();
});

async function start(choices: IndexChoices = {}): Promise<TestIndex> {
  const index = await startIndex(made, choices);
  servers.push(index);
  return index;
}

function find(indexUrl: string | undefined, packageName = made.source.package, silenceMs?: number) {
  return findWheel(packageName, wheel, {
    workDirectory: directory(),
    manifestDirectory: directory(),
    projectDirectory: directory(),
    environment: { PIP_INDEX_URL: indexUrl },
    silenceMs,
    onBytes: () => expect.unreachable('the page is no part of the download'),
  });
}

/** The address of an index with a name and a password in it. */
const withCredentials = (url: string) => url.replace('//', '//some%40one:pass%2Fword@');
const authorization = `Basic ${Buffer.from('some@one:pass/word').toString('base64')}`;

describe('findWheel', () => {
  it.each(['Made_Up', 'made-up', 'MADE.-_UP'])('asks for %s by its normalised name, preferring JSON', async (name) => {
    const index = await start();
    expect(await find(index.indexUrl, name)).toEqual({ url: `${index.url}/files/${wheel}`, headers: {} });
    expect(index.requests).toEqual(['/simple/made-up/']);
    expect(index.headers[0].accept).toMatch(/^application\/vnd\.pypi\.simple\.v1\+json, .*text\/html;q=0\.1$/);
    expect(await readdir(directory())).toEqual([]);
  });

  it.each([
    ['a relative address', `../../files/${wheel}`, (url: string) => `${url}/files/${wheel}`],
    ['an address of that server', `/files/${wheel}`, (url: string) => `${url}/files/${wheel}`],
    ['an address elsewhere', `https://files.example/${wheel}`, () => `https://files.example/${wheel}`],
  ])('follows %s', async (_what, link, expected) => {
    const index = await start({ link });
    expect((await find(`${index.indexUrl}/`)).url).toBe(expected(index.url));
  });

  it.each([
    ['as PyPI writes it', `<a href="/f/${wheel}#sha256=00" data-requires-python="&gt;=3.8" >${wheel}</a><br />`],
    ['with raw comparisons', `<a data-requires-python="<4,>=3" href="/f/${wheel}">${wheel}</a>`],
    ['in capitals and single quotes', `<A data-href="x" HREF = '/f/${wheel}'>\n ${wheel} </A>`],
  ])('reads HTML %s', async (_what, link) => {
    const others = `<a href="/f/old.whl">made_up-1.2.2-py3-none-any.whl</a>\n<a href="/f/sig">${wheel}.asc</a>`;
    const index = await start({ html: `<!DOCTYPE html><html><body>\n${others}\n${link}\n${others}</body></html>` });
    const { pathname } = new URL((await find(index.indexUrl)).url);
    expect(pathname).toBe(`/f/${wheel}`);
  });

  it('reads an ampersand in HTML', async () => {
    const index = await start({ html: `<a href="/f?a=1&amp;b=2">${wheel}</a>` });
    expect((await find(index.indexUrl)).url).toBe(`${index.url}/f?a=1&b=2`);
  });

  it('takes relative addresses from where a redirect led', async () => {
    const index = await start({ link: wheel });
    const front = await startTestServer((_request, response) => {
      response.writeHead(302, { location: `${index.indexUrl}/made-up/` }).end();
    });
    servers.push(front);
    expect((await find(front.url)).url).toBe(`${index.indexUrl}/made-up/${wheel}`);
  });

  it('gives its own origin the credentials of the index', async () => {
    const index = await start();
    const found = await find(withCredentials(index.indexUrl));
    expect(index.headers[0].authorization).toBe(authorization);
    expect(found).toEqual({ url: `${index.url}/files/${wheel}`, headers: { authorization } });
  });

  it('gives no other origin the credentials of the index', async () => {
    const index = await start();
    const front = await startTestServer((_request, response) => {
      response.writeHead(302, { location: `${index.indexUrl}/made-up/` }).end();
    });
    servers.push(front);
    expect(await find(withCredentials(front.url))).toEqual({ url: `${index.url}/files/${wheel}`, headers: {} });
    expect(index.headers[0].authorization).toBeUndefined();
  });

  it.each([undefined, ''])('asks PyPI where PIP_INDEX_URL is %j', async (value) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return new Response('', { status: 503 });
    });
    await expect(find(value)).rejects.toThrow('the server answered 503');
    expect(asked).toEqual(['https://pypi.org/simple/made-up/']);
  });
});

describe('findWheel says in one line, without the password, what to do', () => {
  it('where the package is not there', async () => {
    const index = await start();
    await expect(find(withCredentials(index.indexUrl), 'nobody')).rejects.toThrow(
      `Cannot fetch ${index.indexUrl}/nobody/: the server answered 404. Check PIP_INDEX_URL, its credentials`,
    );
  });

  it.each([{ html: '<a href="x">another.whl</a>' }, { html: `<a>${wheel}</a>` }])(
    'where the wheel is not listed: %j',
    async (choices) => {
      const index = await start(choices);
      await expect(find(withCredentials(index.indexUrl))).rejects.toThrow(
        `Cannot fetch ${wheel}: ${index.indexUrl}/made-up/ does not list it. Check PIP_INDEX_URL`,
      );
    },
  );

  it('where the list gives no address', async () => {
    const index = await start({ link: 'http://' });
    await expect(find(withCredentials(index.indexUrl))).rejects.toThrow(
      `Cannot fetch ${wheel}: ${index.indexUrl}/made-up/ gives no address for it. Check`,
    );
  });

  it.each(['{"files": "none"}', 'sorry'])('where the answer is %s and called JSON', async (body) => {
    const server = await startTestServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    servers.push(server);
    await expect(find(withCredentials(server.url))).rejects.toThrow(
      `Cannot read ${server.url}/made-up/: it is no list of a package's files. Check`,
    );
  });

  it.each(['pass/word', 'ftp://some:pass/word@index.example', 'file:///pass/word'])('of %s', async (value) => {
    await expect(find(value)).rejects.toThrow(
      /^Expected an https URL in PIP_INDEX_URL: correct it, or unset it for PyPI$/,
    );
  });

  it('of a silent index', async () => {
    const server = await startTestServer(() => {});
    servers.push(server);
    await expect(find(server.url, 'made-up', 100)).rejects.toThrow('no byte came for 0.1 seconds. Check the network');
  });
});
