/** The call of the form as code, with the photo and the points that are there. */
import { addressSamples } from '../../../../contract/openapi/address-samples.ts';
import { codeSamples } from '../../../../contract/openapi/samples.ts';
import { chosen, element } from './elements.ts';
import type { Given } from './given.ts';
import { demoKey } from './payment.ts';
import type { PageCall } from './send.ts';

/** Shows the call in the language that is chosen. @param photo null where none was given */
export function showCode({ operation, options: given }: PageCall, photo: Given | null): void {
  const options = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value instanceof File ? { file: value.name } : value]),
  );
  const key = demoKey() || undefined;
  const url = location.origin + operation.path;
  const samples =
    photo instanceof URL
      ? addressSamples(operation, url, photo.href, { options, key })
      : codeSamples(operation, url, { photo: photo?.name, options, key });
  const sample = samples.find(({ lang }) => lang === chosen('language')) ?? samples[0];
  element('code', HTMLElement).textContent = sample.source;
}
