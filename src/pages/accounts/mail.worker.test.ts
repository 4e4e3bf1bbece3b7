import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliver, localMails } from './mail.ts';

const mail = { to: 'ada@example.org', subject: 'Hello', text: 'A line\n' };
const off = { mailSender: 'none', mailFrom: undefined, mailToken: undefined, localMail: false } as const;
const lines: string[] = [];

beforeEach(() => {
  lines.length = 0;
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line) => void lines.push(String(line)));
  }
});
afterEach(() => void vi.restoreAllMocks());

describe('a sender', () => {
  const senders = {
    resend: {
      url: 'https://api.resend.com/emails',
      header: ['Authorization', 'Bearer secret token'],
      body: { from: 'Us <us@example.org>', to: ['ada@example.org'], subject: 'Hello', text: 'A line\n' },
    },
    postmark: {
      url: 'https://api.postmarkapp.com/email',
      header: ['X-Postmark-Server-Token', 'secret token'],
      body: {
        From: 'Us <us@example.org>',
        To: 'ada@example.org',
        Subject: 'Hello',
        TextBody: 'A line\n',
        MessageStream: 'outbound',
      },
    },
  } as const;
  const names = ['resend', 'postmark'] as const;
  const setup = (mailSender: (typeof names)[number]) => {
    return { ...off, mailSender, mailFrom: 'Us <us@example.org>', mailToken: 'secret token' };
  };

  test.each(names)('%s that does not answer is given up after fifteen seconds', async (name) => {
    const timeUp = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeUp.signal);
    await deliver(setup(name), mail, async (input) => {
      const { signal } = new Request(input);
      timeUp.abort(new Error('The time is up'));
      signal.throwIfAborted();
      return new Response('{}');
    });
    expect(timeout.mock.calls).toEqual([[15_000]]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', event: 'mail-not-sent' }]);
  });

  test.each(names)('%s gets the mail in its own words', async (name) => {
    const requests: Request[] = [];
    await deliver(setup(name), mail, async (input) => {
      requests.push(input as Request);
      return new Response('{}');
    });
    const { url, header, body } = senders[name];
    expect(requests.map((request) => [request.method, request.url])).toEqual([['POST', url]]);
    expect(requests[0].headers.get(header[0])).toBe(header[1]);
    for (const named of ['Content-Type', 'Accept']) expect(requests[0].headers.get(named)).toBe('application/json');
    expect(await requests[0].json()).toEqual(body);
    expect(lines).toEqual([]);
  });

  test.each([
    ['refuses', async () => new Response('{"message":"no ada@example.org"}', { status: 422 })],
    ['cannot be reached', () => Promise.reject(new Error('connection lost'))],
  ])('that %s is a line of the log, without address, text and token', async (_what, send) => {
    await deliver(setup('resend'), mail, send);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"event":"mail-(refused|not-sent)"/);
    expect(lines[0]).not.toMatch(/ada|A line|secret/);
  });

  test('that is not set up is said', async () => {
    for (const lacking of [
      off,
      { ...setup('resend'), mailToken: undefined },
      { ...setup('resend'), mailFrom: undefined },
    ]) {
      await deliver(lacking, mail, () => Promise.reject(new Error('nothing is sent')));
    }
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(Array(3).fill('mail-not-configured'));
  });
});

test('the box of this machine keeps the newest fifty; the log says of each that it is there, and nothing of it', async () => {
  for (let count = 1; count <= 51; count++)
    await deliver({ ...off, localMail: true }, { ...mail, subject: `${count}` });
  expect(localMails().map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, at) => `${51 - at}`));
  expect(lines).toHaveLength(51);
  expect(new Set(lines)).toEqual(new Set(['{"level":"info","event":"mail-kept","at":"/dev/mail"}']));
});
