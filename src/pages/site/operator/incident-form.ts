/** The form of an incident: what it holds, and what is wrong with it. */
import type { WrittenIncident } from '../../operator/incidents.ts';

/** Most characters of each text. */
export const incidentLengths = { title: 100, text: 4000 } as const;

/** The fields as texts. Moments are UTC, as `2026-11-26T14:05`; `ended` is empty while the incident lasts. */
export interface IncidentFields {
  readonly title: string;
  readonly text: string;
  readonly began: string;
  readonly ended: string;
}

/** What is wrong with each field that is. */
export type IncidentFaults = Readonly<Partial<Record<keyof IncidentFields, string>>>;

/** The fields that a form sent. */
export function incidentFieldsOf(form: URLSearchParams): IncidentFields {
  const field = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  return { title: field('title'), text: field('text'), began: field('began'), ended: field('ended') };
}

/** The fields of a new incident, which begins now. */
export function newIncidentFields(nowMs: number): IncidentFields {
  return { title: '', text: '', began: minuteOf(nowMs), ended: '' };
}

/** The fields of an incident that was written. */
export function writtenFields({ title, text, beganAtMs, endedAtMs }: WrittenIncident): IncidentFields {
  return { title, text, began: minuteOf(beganAtMs), ended: endedAtMs === null ? '' : minuteOf(endedAtMs) };
}

/** The incident that the fields make, or what is wrong with them. */
export function readIncident({ title, text, began, ended }: IncidentFields): WrittenIncident | IncidentFaults {
  const [beganAtMs, endedAtMs] = [msOf(began), ended === '' ? null : msOf(ended)];
  const faults: IncidentFaults = {
    ...lengthFault('title', title),
    ...lengthFault('text', text),
    ...(Number.isNaN(beganAtMs) && { began: 'A date and a time' }),
    ...(endedAtMs !== null && Number.isNaN(endedAtMs) && { ended: 'A date and a time, or nothing' }),
    ...(endedAtMs !== null && endedAtMs < beganAtMs && { ended: 'Not before it began' }),
  };
  return Object.keys(faults).length > 0 ? faults : { title, text, beganAtMs, endedAtMs };
}

/** Whether reading the fields made an incident. */
export function isIncident(read: WrittenIncident | IncidentFaults): read is WrittenIncident {
  return 'beganAtMs' in read;
}

function lengthFault(name: keyof typeof incidentLengths, given: string): IncidentFaults {
  const most = incidentLengths[name];
  return given.length >= 1 && given.length <= most ? {} : { [name]: `1 to ${most.toLocaleString('en-US')} characters` };
}

function minuteOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}

/** NaN where it is no moment. */
function msOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
}
