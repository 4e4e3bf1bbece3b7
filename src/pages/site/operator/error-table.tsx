/** Errors by code, with a bar for each day. */
import type { ErrorDays } from '../../../money/usage/errors-by-day.ts';
import { inFigures } from '../writing/figures.ts';

/** How many days are shown, today included. */
export const errorDays = 30;

const step = 4;
const width = 3;
const height = 24;

/** A row for each code, the most frequent first. */
export function ErrorTable({ errors }: { readonly errors: readonly ErrorDays[] }) {
  return (
    <>
      <h2>Errors by code</h2>
      {errors.length === 0 ? (
        <p>None in the last {errorDays} days.</p>
      ) : (
        <div class="scroll" tabindex={0}>
          <table class="errors">
            <caption>Calls of all wallets in the last {errorDays} days, each row on a scale of its own</caption>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Status</th>
                <th scope="col">Days, today last</th>
                <th scope="col" class="number">
                  Today
                </th>
                <th scope="col" class="number">
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {errors.map((error) => (
                <tr>
                  <th scope="row">
                    <code>{error.errorCode || 'none'}</code>
                  </th>
                  <td class={error.status >= 500 ? 'wrong' : undefined}>{error.status}</td>
                  <td>
                    <Days {...error} />
                  </td>
                  <td class="number">{inFigures(error.calls.at(-1) ?? 0)}</td>
                  <td class="number">{inFigures(error.total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Days({ calls, status }: ErrorDays) {
  const most = Math.max(1, ...calls);
  const box = `0 0 ${calls.length * step - (step - width)} ${height}`;
  const label = `At most ${inFigures(Math.max(0, ...calls))} on a day, on ${calls.filter((count) => count > 0).length} of ${calls.length} days`;
  return (
    <svg
      class={status >= 500 ? 'days wrong' : 'days'}
      viewBox={box}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {calls.map((count, index) => {
        // A day with a single error among thousands is still seen.
        const tall = count === 0 ? 0 : Math.max(2, Math.round((count / most) * height));
        return <rect x={index * step} y={height - tall} width={width} height={tall} />;
      })}
    </svg>
  );
}
