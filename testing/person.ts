/** A person with a browser that runs no scripts: pages, forms, cookies and mail, over HTTP. */

import { createHmac } from 'node:crypto';

/** What `test/stack.ts` starts its service with. */
export const startWordOfTests = 'start-word-of-tests';

/** An answer, with its text read. */
export interface PageSeen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it leads; null where it shows something. */
  readonly location: string | null;
}

/** A mail, as the box of this machine has it. */
export interface MailSeen {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How a browser asks for an address. */
type Fetch = (url: string, init?: RequestInit) => Response | Promise<Response>;

interface PersonSettings {
  /** What `npm start` has written down, where that is asked. */
  readonly startWord?: string;
  readonly fetching?: Fetch;
}

const defaultFetch: Fetch = (url, init) => fetch(url, init);

/** One browser: it keeps cookies, and tokens of the last page. */
export class Person {
  readonly base: string;
  /** Word of the start, which opens the mailbox. */
  readonly startWord: string;
  readonly cookies = new Map<string, string>();
  /** Sent with each request, over what a browser sends by itself. */
  headers: Record<string, string> = {};
  /** Token of the forms of the page that was opened last. */
  token = '';
  readonly #fetch: Fetch;

  /** @param settings `fetching` for tests that ask the pages without a network */
  constructor(base: string, { startWord = startWordOfTests, fetching = defaultFetch }: PersonSettings = {}) {
    this.base = base;
    this.startWord = startWord;
    this.#fetch = fetching;
  }

  /** Opens a page. */
  async visit(path: string): Promise<PageSeen> {
    return this.#send(path, { method: 'GET' });
  }

  /** Sends a form as a page of the service does. @param fields over the token of the last page */
  async submit(path: string, fields: Record<string, string> | [string, string][] = {}): Promise<PageSeen> {
    const own = Array.isArray(fields) ? fields : Object.entries(fields);
    const given = new Set(own.map(([name]) => name));
    const all: [string, string][] = given.has('csrf') ? own : [['csrf', this.token], ...own];
    const body = new URLSearchParams(all);
    return this.#send(path, { method: 'POST', body, headers: { Origin: this.base } });
  }

  /** Follows where an answer leads, to the page at its end. */
  async follow(answer: PageSeen): Promise<PageSeen> {
    let seen = answer;
    for (let hop = 0; seen.location !== null && hop < 5; hop++) seen = await this.visit(seen.location);
    return seen;
  }

  /** The newest mail to an address. */
  async mailTo(email: string): Promise<MailSeen> {
    const found = (await this.mails()).find(({ to }) => to === email);
    if (!found) throw new Error(`There is no mail to ${email}`);
    return found;
  }

  async mails(): Promise<MailSeen[]> {
    const headers = { Cookie: `edgematte.start=${this.startWord}` };
    return (await (await this.#fetch(`${this.base}/dev/mail.json`, { headers })).json()) as MailSeen[];
  }

  /** Opens the link of the newest mail to an address. */
  async openLink(email: string): Promise<PageSeen> {
    const [link] = /https?:\/\/\S+/.exec((await this.mailTo(email)).text) ?? [];
    if (!link) throw new Error('The mail has no link');
    return this.visit(link.slice(this.base.length));
  }

  /** Signs up, confirms the address, and is signed in. */
  async join(email: string, password: string, name = ''): Promise<void> {
    await this.visit('/sign-up');
    await this.submit('/sign-up', { email, password, name, terms: 'yes' });
    const page = await this.openLink(email);
    const joined = await this.submit('/verify-email', { token: hiddenField(page.text, 'token') });
    if (joined.location !== '/dashboard') throw new Error(`Not signed in: ${joined.status} ${joined.text}`);
    await this.visit('/dashboard');
  }

  /** Signs in. */
  async signIn(email: string, password: string, next = ''): Promise<PageSeen> {
    await this.visit('/sign-in');
    return this.submit('/sign-in', { email, password, next });
  }

  /** Makes a key. @returns its secret and its id */
  async makeKey(fields: Record<string, string> | [string, string][] = {}): Promise<{ key: string; id: string }> {
    await this.visit('/dashboard/keys/new');
    const page = await this.follow(await this.submit('/dashboard/keys', fields));
    const [key] = /(?:test|live)_[0-9A-Za-z]{38}/.exec(page.text) ?? [];
    if (!key) throw new Error(`No key was made: ${page.status}`);
    return { key, id: await this.#idOf(key) };
  }

  async #idOf(key: string): Promise<string> {
    const { text } = await this.visit('/dashboard/keys');
    const row = text.split('<tr>').find((each) => each.includes(`…${key.slice(-10, -6)}`));
    const [id] = /key_[0-9A-Za-z]{16}/.exec(row ?? '') ?? [];
    if (!id) throw new Error('The key is not listed');
    return id;
  }

  async #send(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<PageSeen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie ? { Cookie: cookie } : {}), ...init.headers, ...this.headers };
    const answer = await this.#fetch(`${this.base}${path}`, { ...init, headers, redirect: 'manual' });
    for (const [header, line] of answer.headers) {
      if (header !== 'set-cookie') continue;
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await answer.text();
    const token = /name="csrf" value="([0-9a-f]+)"/.exec(text)?.[1];
    if (token) this.token = token;
    return { status: answer.status, headers: answer.headers, text, location: answer.headers.get('Location') };
  }
}

/** A time-based code of six digits (RFC 6238), as an app shows it. @param secret Base32 */
export function codeOf(secret: string, nowMs = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/[\s=]/g, '')].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const digest = createHmac('sha1', Buffer.from(bytes.map((each) => Number.parseInt(each, 2))))
    .update(counter)
    .digest();
  const offset = digest[19] & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Value of a hidden field. */
export function hiddenField(html: string, name: string): string {
  const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  if (value === undefined) throw new Error(`The page has no field ${name}`);
  return value;
}
