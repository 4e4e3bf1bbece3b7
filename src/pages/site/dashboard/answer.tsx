/** How a call ended, in words. */
import { meaningOf } from '../../../contract/meanings.ts';
import type { LoggedRequest } from '../../../money/request-log/request.ts';
import { errorPlace } from '../map/reference-pages.ts';

/** The status; of an error its code, what that means, and whether it cost. */
export function Answer({ request: { status, errorCode, credits, calls } }: { readonly request: LoggedRequest }) {
  if (errorCode === null) return <>{status}</>;
  const meaning = meaningOf(errorCode);
  const cost = credits === 0 ? 'It cost nothing.' : 'It cost a credit.';
  return (
    <div class="names">
      {status}{' '}
      <a href={errorPlace(errorCode)}>
        <code>{errorCode}</code>
      </a>
      {calls > 1 ? ` ${calls.toLocaleString('en-US')} times in this minute` : ''}
      <span class="note">{meaning === null ? cost : `${meaning}. ${cost}`}</span>
    </div>
  );
}
