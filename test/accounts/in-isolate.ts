/** Browsers of tests, which ask the pages in this very isolate. Mail is in the local box. */
import { env } from 'cloudflare:test';
import { pages } from '../../src/pages/site/pages.ts';
import { Person, startWordOfTests } from '../../testing/person.ts';

const base = 'http://127.0.0.1:8787';

const bindings = {
  ...env,
  SESSION_SECRET: 'a secret of the tests, long enough for all',
  LOCAL_MAIL: 'on',
  START_WORD: startWordOfTests,
  SIGNUPS_PER_DAY: '1000',
  // No header is believed, so nothing is counted by network.
  TRUSTED_ADDRESS_HEADER: '',
};

/** A browser that nobody has used yet. */
export function newBrowser(): Person {
  return new Person(base, { fetching: (url, init) => pages.request(url, init, bindings) });
}
