/** The page of a second factor that waits for its first code. */
import type { SecondFactor } from '../../accounts/profile.ts';
import { Field, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { Dashboard } from './frame.tsx';
import { QrCode } from './qr-code.tsx';
import { Copied } from './secret.tsx';

interface FactorProps {
  readonly visit: OwnVisit;
  readonly factor: SecondFactor;
  readonly isCodeWrong?: boolean;
}

/** Its form carries all that the page shows, so that a wrong code shows it again and nothing of it is stored. */
export function SecondFactorPage({ visit, factor, isCodeWrong = false }: FactorProps) {
  const { uri, backupCodes } = factor;
  const codes = backupCodes.join('\n');
  return (
    <Dashboard visit={visit} title="Second factor" page="/dashboard/account/second-factor">
      <h1>Second factor</h1>
      <h2>1. Add it to your app</h2>
      <p>
        Scan this code with the app, <a href={uri}>open it in an app of this device</a>, or enter the secret there
        (type: time-based, six digits):
      </p>
      <QrCode text={uri} name="QR code of the secret below" />
      <Copied id="factor-secret" text={secretOf(uri).replace(/(.{4})(?=.)/g, '$1 ')} label="Copy" />
      <h2>2. Keep the backup codes</h2>
      <p>Each works once, in place of a code, when your phone is not at hand. They are not shown again.</p>
      <Copied id="backup-codes" text={codes} label="Copy" />
      <h2>3. Enter the code that the app shows</h2>
      <form class="form" method="post" action="/dashboard/account/second-factor/confirm">
        <Token token={visit.token} />
        <input type="hidden" name="uri" value={uri} />
        <input type="hidden" name="backup-codes" value={codes} />
        <Field
          name="code"
          label="Code"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          maxlength={8}
          wrong={isCodeWrong ? 'This code is wrong. Enter the one that the app shows now.' : undefined}
          autofocus={isCodeWrong}
        />
        <div class="row">
          <button type="submit">Switch on</button>
          <a href="/dashboard/account">Cancel</a>
        </div>
      </form>
    </Dashboard>
  );
}

/** The second factor that the form of the page carries; null where it is none. */
export function shownFactor(form: URLSearchParams): SecondFactor | null {
  const uri = form.get('uri') ?? '';
  const backupCodes = (form.get('backup-codes') ?? '').split(/\s+/).filter(Boolean);
  const isFactor = uri.length <= 1000 && uri.startsWith('otpauth://totp/') && secretOf(uri) !== '';
  const areCodes = backupCodes.length <= 20 && backupCodes.every((each) => /^[\w-]{4,40}$/.test(each));
  return isFactor && areCodes ? { uri, backupCodes } : null;
}

/** In Base32; empty where there is none. */
function secretOf(uri: string): string {
  return /[?&]secret=([A-Z2-7]+)(?:&|$)/.exec(uri)?.[1] ?? '';
}
