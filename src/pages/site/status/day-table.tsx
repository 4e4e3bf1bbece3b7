/** The same as the bars, in numbers. */

import type { StatusDay } from '../../../contract/service-state.ts';
import { shownDay } from '../writing/dates.ts';

/** Each day of which something is known, the newest first. */
export function DayTable({ days }: { readonly days: readonly StatusDay[] }) {
  const known = days.filter(({ minutes }) => minutes > 0).toReversed();
  if (known.length === 0) return null;
  return (
    <details class="status-days">
      <summary>Days in numbers</summary>
      <div class="scroll" tabindex={0}>
        <table>
          <caption>Minutes (UTC). Of a minute that was not counted nothing is known.</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {['Without data', 'Counted', 'API', 'Directory', 'Networks', 'Large', 'Calls'].map((head) => (
                <th scope="col" class="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {known.map(({ startMs, passedMinutes, minutes, unanswered, calls, failedCalls }) => (
              <tr>
                <th scope="row">{shownDay(startMs)}</th>
                <Count of={passedMinutes - minutes} />
                <Count of={minutes} />
                <Count of={unanswered.ledger} isFailure />
                <Count of={unanswered.directory} isFailure />
                <Count of={unanswered.inference} isFailure />
                <Count of={unanswered.image_lane} isFailure />
                <td class={failedCalls > 0 ? 'number wrong' : 'number'}>
                  {calls === 0 ? 'none' : `${failedCalls} of ${calls}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">Under the names of parts: minutes without an answer. Under Calls: those that failed.</p>
    </details>
  );
}

function Count({ of, isFailure = false }: { readonly of: number; readonly isFailure?: boolean }) {
  return <td class={isFailure && of > 0 ? 'number wrong' : 'number'}>{of.toLocaleString('en-US')}</td>;
}
