/** The numbers of a report as tables. */
import type { Child } from 'hono/jsx';
import type { UsageReport } from '../../../money/usage/report.ts';
import { errorPlace } from '../map/reference-pages.ts';
import { dayName, duration, inFigures, share } from '../writing/figures.ts';

interface TableProps {
  readonly caption: string;
  /** The first column is text, the others are numbers. */
  readonly heads: readonly string[];
  readonly children: Child;
}

function Table({ caption, heads, children }: TableProps) {
  const [first, ...others] = heads;
  return (
    // A box that scrolls is reached by the keyboard.
    <section class="scroll" tabindex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map((name) => (
              <th scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Figures({ values }: { readonly values: readonly string[] }) {
  return (
    <>
      {values.map((value) => (
        <td class="number">{value}</td>
      ))}
    </>
  );
}

/** Each day with its numbers. */
export function DaysTable({ days }: Pick<UsageReport, 'days'>) {
  const heads = ['Day (UTC)', 'Calls', 'Successes', 'Refusals', 'Credits', 'To review', 'Median', '95 % within'];
  return (
    <Table caption="By day" heads={heads}>
      {days.map(({ startMs, calls, successes, refusals, credits, reviews, p50Ms, p95Ms }) => (
        <tr>
          <th scope="row">{dayName(startMs)}</th>
          <Figures values={[calls, successes, refusals, credits, reviews].map(inFigures)} />
          <Figures values={[duration(p50Ms), duration(p95Ms)]} />
        </tr>
      ))}
    </Table>
  );
}

/** Operations, the busiest first. */
export function OperationsTable({ operations }: Pick<UsageReport, 'operations'>) {
  return (
    <Table
      caption="By operation"
      heads={['Operation', 'Calls', 'Successes', 'Refusals', 'Credits', 'To review', 'Median', '95 % within']}
    >
      {operations.map(({ operation, calls, successes, refusals, credits, reviews, p50Ms, p95Ms }) => (
        <tr>
          <th scope="row">
            <code>{operation}</code>
          </th>
          <Figures values={[calls, successes, refusals, credits, reviews].map(inFigures)} />
          <Figures values={[duration(p50Ms), duration(p95Ms)]} />
        </tr>
      ))}
    </Table>
  );
}

/** @param names of the account's keys by id */
export function KeysTable({
  keys,
  names,
}: Pick<UsageReport, 'keys'> & { readonly names: ReadonlyMap<string, string> }) {
  return (
    <Table caption="By key" heads={['Key', 'Calls', 'Successes', 'Refusals', 'Credits', 'To review']}>
      {keys.map(({ keyId, calls, successes, refusals, credits, reviews }) => (
        <tr>
          <th scope="row">{names.get(keyId) ?? keyId}</th>
          <Figures values={[calls, successes, refusals, credits, reviews].map(inFigures)} />
        </tr>
      ))}
    </Table>
  );
}

/** Each status and error code, with a link to what it means. */
export function OutcomesTable({ outcomes, calls: all }: Pick<UsageReport, 'outcomes' | 'calls'>) {
  return (
    <Table caption="By answer" heads={['Answer', 'Calls', 'Share']}>
      {outcomes.map(({ status, errorCode, calls }) => (
        <tr>
          <th scope="row">
            {status}{' '}
            {errorCode ? (
              <a href={errorPlace(errorCode)}>
                <code>{errorCode}</code>
              </a>
            ) : (
              'success'
            )}
          </th>
          <Figures values={[inFigures(calls), share(calls, all)]} />
        </tr>
      ))}
    </Table>
  );
}
