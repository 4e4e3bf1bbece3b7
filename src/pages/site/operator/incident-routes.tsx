/** Routes of incidents. */
import type { Context } from 'hono';
import { Refused, refusal } from '../../../contract/refusals.ts';
import {
  addIncident,
  changeIncident,
  type Incident,
  incidentOf,
  listIncidents,
  removeIncident,
} from '../../operator/incidents.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { answer, leadTo, ownVisit, type Visited } from '../visit/visit.tsx';
import { actorOf } from './actor.ts';
import { isSure, notSure } from './confirmation.tsx';
import {
  type IncidentFaults,
  type IncidentFields,
  incidentFieldsOf,
  isIncident,
  newIncidentFields,
  readIncident,
  writtenFields,
} from './incident-form.ts';
import { IncidentPage, IncidentsPage } from './incidents.tsx';

type IncidentContext = Context<Visited>;

/** The latest moment that a date can have. */
const endOfTimeMs = 8.64e15;

export const incidentRoutes = {
  pages: {
    '/operator/incidents': (context) => showIncidents(context, newIncidentFields(Date.now())),
    '/operator/incidents/:id': async (context) => {
      const incident = await incidentIn(context);
      return showIncident(context, incident, writtenFields(incident));
    },
  },
  forms: {
    '/operator/incidents': takeNew,
    '/operator/incidents/:id': takeChange,
    '/operator/incidents/:id/remove': takeRemoval,
  },
} satisfies PartOfRoutes<'operator'>;

async function showIncidents(context: IncidentContext, fields: IncidentFields, faults?: IncidentFaults) {
  const incidents = await listIncidents(context.env, 0, endOfTimeMs);
  const page = { visit: ownVisit(context), incidents, fields, faults, done: context.req.query('done') };
  return answer(context, <IncidentsPage {...page} />, { status: faults ? 422 : 200 });
}

function showIncident(
  context: IncidentContext,
  incident: Incident,
  fields: IncidentFields,
  { faults, wrong }: { readonly faults?: IncidentFaults; readonly wrong?: string } = {},
) {
  const page = { visit: ownVisit(context), incident, fields, faults, wrong };
  return answer(context, <IncidentPage {...page} />, { status: faults || wrong ? 422 : 200 });
}

async function takeNew(context: IncidentContext) {
  const visit = ownVisit(context);
  const fields = incidentFieldsOf(visit.form);
  const read = readIncident(fields);
  if (!isIncident(read)) return showIncidents(context, fields, read);
  await addIncident(actorOf(visit), read, context.env);
  return leadTo('/operator/incidents?done=written');
}

async function takeChange(context: IncidentContext) {
  const visit = ownVisit(context);
  const incident = await incidentIn(context);
  const fields = incidentFieldsOf(visit.form);
  const read = readIncident(fields);
  if (!isIncident(read)) return showIncident(context, incident, fields, { faults: read });
  await changeIncident(actorOf(visit), { ...read, id: incident.id }, context.env);
  return leadTo('/operator/incidents?done=written');
}

async function takeRemoval(context: IncidentContext) {
  const visit = ownVisit(context);
  const incident = await incidentIn(context);
  if (!isSure(visit.form)) return showIncident(context, incident, writtenFields(incident), { wrong: notSure });
  await removeIncident(actorOf(visit), incident, context.env);
  return leadTo('/operator/incidents?done=removed');
}

async function incidentIn(context: IncidentContext): Promise<Incident> {
  const incident = await incidentOf(context.req.param('id') ?? '', context.env);
  if (!incident) throw new Refused(refusal('NOT_FOUND'));
  return incident;
}
