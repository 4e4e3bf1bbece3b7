/** Whether the service works now, in words. */
import { Page, type Visitor } from '../layout.tsx';

type Readiness = 'ready' | 'unavailable';

/** What was found of the parts of the service. */
export interface ServiceHealth {
  readonly status: Readiness | 'degraded';
  readonly ledger: Readiness;
  readonly directory: Readiness;
  readonly inference: Readiness;
  readonly image_lane: Readiness;
}

const verdicts = {
  ready: ['done', 'Everything works.'],
  degraded: ['', 'Most pictures are worked on. Large ones, and AVIF, HEIC, TIFF, BMP and GIF, may be refused.'],
  unavailable: ['failed', 'Pictures cannot be worked on now. Calls are answered 503 and cost nothing.'],
} as const;

/**
 * The page `/status`.
 * @param at when the parts were asked
 */
export function statusPage(
  { status, ledger, directory, inference, image_lane }: ServiceHealth,
  at: Date,
  visitor: Visitor | null,
) {
  const [kind, text] = verdicts[status];
  const parts = [
    ['API', 'Takes calls, keeps credits and rates', ledger],
    ['Directory', 'Finds accounts and keys', directory],
    ['Networks', 'Find the subject in a photo', inference],
    ['Large pictures and other formats', 'Worked on beside the networks', image_lane],
  ] as const;
  return (
    <Page title="Status" description="Whether the service works now." visitor={visitor}>
      <h1>Status</h1>
      <div class={`notice ${kind}`} role="status">
        <p>{text}</p>
      </div>
      <div class="scroll">
        <table>
          <caption>
            Asked at <time datetime={at.toISOString()}>{at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>,
            just for this page
          </caption>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">What it does</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(([name, what, readiness]) => (
              <tr>
                <th scope="row">{name}</th>
                <td>{what}</td>
                <td class={readiness === 'ready' ? undefined : 'wrong'}>
                  {readiness === 'ready' ? 'works' : 'does not answer'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">
        The same for programs: <a href="/healthz">healthz</a>.
      </p>
    </Page>
  );
}
