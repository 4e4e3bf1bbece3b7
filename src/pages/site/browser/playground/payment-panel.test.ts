// @vitest-environment happy-dom
/** Who pays as the page says it, and what is known of a result. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isShown, openPage, ownSession, pick, textAt, trialSession } from '../testing/page.ts';
import { showKnown } from './known.ts';
import type { Made } from './make.ts';
import { nothingKnown } from './outcome.ts';
import { type Payment, PaymentPanel } from './payment.ts';
import { askSession } from './session.ts';

const at = (id: string) => document.getElementById(id) as HTMLElement;

beforeEach(() => openPage());
afterEach(() => void vi.unstubAllGlobals());

describe('who pays', () => {
  const panel = async (given: Parameters<typeof openPage>[0]) => {
    openPage(given);
    const changed = vi.fn();
    const made = new PaymentPanel(changed);
    await vi.waitFor(() => expect(textAt('payment-note')).not.toBe(''));
    return { panel: made, changed };
  };
  const choices = () => [...document.querySelectorAll<HTMLInputElement>('input[name="wallet"]')];

  test('is the trial for a visitor, with what is left of it', async () => {
    const { panel: shown } = await panel({ session: trialSession });
    expect(await shown.payment()).toEqual({ kind: 'trial', csrfToken: 'token-1', maxPixels: 250_000 });
    expect(choices()).toEqual([]);
    expect(textAt('payment-note')).toContain('2 of 3 photos left today, scaled to 0.25 megapixels');
    expect(at('payment-note').querySelector('a')?.getAttribute('href')).toBe('/sign-up');
    await panel({ session: { ...trialSession, trial: { ...trialSession.trial, per_day: 0 } } });
    expect(at('payment-note').querySelector('a')?.getAttribute('href')).toBe('/sign-in');
  });

  test('is a wallet of the account, the test wallet first', async () => {
    const { panel: shown, changed } = await panel({ session: ownSession });
    const payment: Payment = { kind: 'wallet', csrfToken: 'token-2', account: 'account-1', type: 'test' };
    expect(await shown.payment()).toEqual(payment);
    expect(choices().map(({ value, checked }) => [value, checked])).toEqual([
      ['test', true],
      ['live', false],
    ]);
    expect(textAt('payment')).toContain('Test wallet1 credit');
    expect(textAt('payment')).toContain('Live wallet1,234 credits');
    expect(textAt('payment-note')).toContain('ada@example.org');
    pick('wallet', 'live');
    expect([await shown.payment(), changed.mock.calls.length]).toEqual([{ ...payment, type: 'live' }, 2]);
    await shown.refresh();
    expect(choices().map(({ checked }) => checked)).toEqual([false, true]);
  });

  test('is the demo key where the page has one, unless a wallet is chosen', async () => {
    const { panel: shown } = await panel({ session: ownSession, demoKey: 'test_demo' });
    expect(choices().map(({ value }) => value)).toEqual(['key', 'test', 'live']);
    expect(await shown.payment()).toEqual({ kind: 'key', key: 'test_demo' });
    pick('wallet', 'test');
    expect((await shown.payment()).kind).toBe('wallet');
    const alone = await panel({ session: trialSession, demoKey: 'test_demo' });
    expect(await alone.panel.payment()).toEqual({ kind: 'key', key: 'test_demo' });
    expect(textAt('payment-note')).toContain('demo key');
  });

  test('is the demo key also before the service has said who is there', async () => {
    openPage({ demoKey: 'test_demo' });
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    expect(await new PaymentPanel(() => {}).payment()).toEqual({ kind: 'key', key: 'test_demo' });
  });

  test('is not known where the service cannot be reached', async () => {
    const { panel: shown } = await panel({ session: null });
    expect(textAt('payment-note')).toBe('The service cannot be reached.');
    await expect(shown.payment()).rejects.toThrow('503');
    await expect(askSession()).rejects.toThrow('503');
  });
});

test('what is known of a result is shown as pairs, times and a view; nothing without one', () => {
  const known = { ...nothingKnown, inputPx: [40, 30] as const, view: { azimuth: 90, elevation: 5 } };
  const made = {
    outcome: { known, bytes: 2048 },
    milliseconds: 1500,
    stages: [['Sending', 12] as const, ['Working', 1400] as const],
    headers: new Headers({ 'Server-Timing': 'decode;dur=120.4, wait;dur=0.9, read;dur=1' }),
  };
  showKnown(made as Pick<Made, 'milliseconds'> as Made);
  expect([...at('facts').children].map((pair) => [...pair.children].map((part) => part.textContent))).toEqual([
    ['Size', '40 × 30 pixels'],
    ['Answer', '2 kB'],
    ['Time', '1.5 s'],
  ]);
  expect([...at('facts').querySelectorAll('dt')]).toHaveLength(3);
  expect([...at('stages').children].map((stage) => stage.textContent)).toEqual([
    'Sending 12 ms',
    'Working 1.4 s (decode 120 ms, read 1 ms)',
  ]);
  expect([isShown('view'), textAt('view-text')]).toEqual([true, 'Seen from the left (90°), 5° above it']);
  const camera = at('compass').querySelector('.camera');
  expect(['cx', 'cy'].map((name) => Math.round(Number(camera?.getAttribute(name))))).toEqual([-40, -0]);
  expect(at('compass').children).toHaveLength(5);
  showKnown(null);
  expect([isShown('view'), at('facts').children.length, at('stages').children.length]).toEqual([false, 0, 0]);
});
