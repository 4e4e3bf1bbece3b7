/** The form of an incident, and what the pages of incidents show. */
import { describe, expect, test } from 'vitest';
import type { Incident } from '../../operator/incidents.ts';
import { formsOf, linksOf, noticesOf, partOf, partsOf, rowsOf, textOf } from '../testing/html.ts';
import { atMs, moment } from '../testing/operator.ts';
import { htmlOf, visitOf } from '../testing/visit.ts';
import { incidentFieldsOf, isIncident, newIncidentFields, readIncident, writtenFields } from './incident-form.ts';
import { IncidentPage, IncidentsPage } from './incidents.tsx';

const visit = visitOf({ isOperator: true });
const incident: Incident = {
  id: 'incident-1',
  title: 'Late <b>',
  text: 'One.\n\nTwo.',
  beganAtMs: atMs,
  endedAtMs: null,
};
const fields = { title: 'Late <b>', text: 'One.\n\nTwo.', began: '2026-11-26T14:05', ended: '' };

describe('the form', () => {
  test('makes what was written, and back', () => {
    expect(writtenFields(incident)).toEqual(fields);
    const { id: _, ...written } = incident;
    expect(readIncident(fields)).toEqual(written);
    const ended = { ...written, endedAtMs: atMs + 60_000 };
    expect(readIncident(writtenFields(ended))).toEqual(ended);
    expect(isIncident(readIncident(fields))).toBe(true);
  });

  test('is read without blanks around, and with plain line ends', () => {
    const sent = new URLSearchParams({ ...fields, title: '  Late <b> ', text: 'One.\r\n\r\nTwo.\r\n' });
    expect(incidentFieldsOf(sent)).toEqual(fields);
    expect(incidentFieldsOf(new URLSearchParams())).toEqual({ title: '', text: '', began: '', ended: '' });
  });

  test('of a new one begins now', () => {
    expect(newIncidentFields(atMs)).toEqual({ title: '', text: '', began: '2026-11-26T14:05', ended: '' });
  });

  test.each([
    [{ title: '' }, ['title']],
    [{ title: 'x'.repeat(101) }, ['title']],
    [{ text: '' }, ['text']],
    [{ text: 'x'.repeat(4001) }, ['text']],
    [{ began: '' }, ['began']],
    [{ began: 'yesterday' }, ['began']],
    [{ began: '2026-13-26T14:05' }, ['began']],
    [{ ended: 'soon' }, ['ended']],
    [{ ended: '2026-11-26T14:04' }, ['ended']],
    [{ title: '', began: '' }, ['title', 'began']],
  ])('with %j says what is wrong', (changes, wrong) => {
    const read = readIncident({ ...fields, ...changes });
    expect([isIncident(read), Object.keys(read)]).toEqual([false, wrong]);
  });

  test('may be as long as it says, and end in the minute in which it began', () => {
    const longest = { title: 'x'.repeat(100), text: 'x'.repeat(4000), ended: fields.began };
    expect(isIncident(readIncident({ ...fields, ...longest }))).toBe(true);
  });
});

describe('the list', () => {
  const page = (changes: object = {}) => htmlOf(IncidentsPage({ visit, incidents: [incident], fields, ...changes }));

  test('leads to each, with when it was', async () => {
    const ended = { ...incident, endedAtMs: atMs };
    expect(rowsOf(await page({ incidents: [incident, ended] }))).toEqual([
      ['Late <b>', moment, 'not over yet'],
      ['Late <b>', moment, moment],
    ]);
    expect(linksOf(partOf(await page(), 'tbody'))).toEqual([['/operator/incidents/incident-1', 'Late <b>']]);
    expect(textOf(await page({ incidents: [] }))).toContain('None yet.');
  });

  test('has a form for a new one, which keeps what was sent and says what is wrong', async () => {
    const html = await page({ faults: { title: 'Too <long>', text: 'Too short' } });
    const [{ method, action, fields: sent, html: form }] = formsOf(html);
    expect([method, action, sent.filter(([name]) => name !== 'form')]).toEqual([
      'post',
      '/operator/incidents',
      [
        ['csrf', visit.token],
        ['title', 'Late <b>'],
        ['began', '2026-11-26T14:05'],
        ['ended', ''],
      ],
    ]);
    expect(textOf(partOf(form, 'textarea'))).toBe('One. Two.');
    expect(partsOf(form, 'p', 'wrong').map(textOf)).toEqual(['Too <long>', 'Too short']);
    expect(form.match(/aria-invalid="true"/g)).toHaveLength(2);
  });

  test('says what was done, by our own words alone', async () => {
    const said = await Promise.all(['written', 'removed', '<b>'].map(async (done) => noticesOf(await page({ done }))));
    expect(said.map((notices) => notices.length)).toEqual([1, 1, 0]);
  });
});

test('one incident is changed by a form, and removed by another that is confirmed', async () => {
  const html = await htmlOf(IncidentPage({ visit, incident, fields }));
  const [change, removal] = formsOf(html);
  expect([change.action, removal.action]).toEqual([
    '/operator/incidents/incident-1',
    '/operator/incidents/incident-1/remove',
  ]);
  expect(removal.html).toMatch(/<input type="checkbox" name="sure" value="yes" required/);
  const wrong = await htmlOf(IncidentPage({ visit, incident, fields, wrong: 'Not <so>.' }));
  expect(noticesOf(wrong)).toEqual([['failed', 'Not <so>.']]);
});
