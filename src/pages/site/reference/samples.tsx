/** Samples of an operation, of which one language is shown at a time; all are where a browser cannot choose by style. */
import type { ReferenceSample } from './client-samples.ts';

/** @param id of the operation, which the addresses of its samples begin with */
export function Samples({ id, of }: { readonly id: string; readonly of: readonly ReferenceSample[] }) {
  return (
    <div class="samples">
      <div class="bar">
        <fieldset class="languages">
          <legend class="apart">Language of the sample</legend>
          {of.map(({ language }, index) => (
            <label>
              <input type="radio" class="apart" name={`${id}-language`} value={language} checked={index === 0} />
              <span>{language}</span>
            </label>
          ))}
        </fieldset>
        {of.map(({ language }) => (
          <button type="button" class="quiet small" data-copy={`${id}-${language}`} data-language={language} hidden>
            Copy
          </button>
        ))}
      </div>
      {of.map(({ language, source }) => (
        <pre id={`${id}-${language}`} data-language={language} tabindex={0}>
          <code>{source}</code>
        </pre>
      ))}
    </div>
  );
}
