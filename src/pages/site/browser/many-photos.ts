/** The page at `/many-photos`, for those who are signed in: photos in, one ZIP out. */
import { ManyPhotos } from './many-photos/page.ts';
import { sayProblem } from './many-photos/panel.ts';
import { openRecords } from './many-photos/records.ts';
import { restoreSettings } from './many-photos/settings.ts';
import { Wallets } from './many-photos/wallets.ts';
import { element, show } from './playground/elements.ts';

if (document.getElementById('many')) open();

async function open(): Promise<void> {
  const wallets = new Wallets();
  const isSignedIn = await wallets.ask().catch(() => null);
  if (isSignedIn === null) return sayProblem('The service cannot be reached. Open this page again.');
  if (isSignedIn) {
    const form = element('settings', HTMLFormElement);
    restoreSettings(form);
    new ManyPhotos(wallets, form, await openRecords());
  }
  show(element('account-needed', HTMLElement), !isSignedIn);
  show(element('many', HTMLElement), isSignedIn);
}
