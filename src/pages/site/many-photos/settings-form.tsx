/** One setting for all photos, and who pays. */
import type { Child } from 'hono/jsx';
import { kinds } from '../playground/kinds.ts';

type Choices = readonly (readonly [value: string, label: string])[];

/** What can be made of many photos: what comes back as a picture. */
const makes: Choices = kinds
  .filter(({ operations }) => operations.some(({ encoding }) => encoding === 'multipart'))
  .map(({ name, label }) => [name, label]);
const backgrounds: Choices = [
  ['', 'Transparent'],
  ['#ffffff', 'White'],
  ['#000000', 'Black'],
  ['colour', 'Colour'],
];
const formats: Choices = [
  ['png', 'PNG'],
  ['webp', 'WebP'],
  ['jpeg', 'JPEG'],
];
const crops: Choices = [
  ['none', 'Whole photo'],
  ['subject', 'The subject'],
];
const margins: Choices = [
  ['', 'None'],
  ['5%', '5 %'],
  ['10%', '10 %'],
  ['20%', '20 %'],
];
const shapes: Choices = [
  ['', 'As it comes'],
  ['1:1', 'Square, 1:1'],
  ['4:3', 'Wide, 4:3'],
  ['3:4', 'Tall, 3:4'],
];
const shadows: Choices = [
  ['ai', 'Cast shadow'],
  ['none', 'None'],
];

const checks: Choices = [
  ['hold', 'Hold it back'],
  ['take', 'Into the ZIP'],
];

/** The form; its script reads it, and shows what fits the kind that is chosen. */
export function SettingsForm() {
  return (
    <form class="card settings" id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">One setting for all</h2>
      <fieldset id="setting-fields">
        <legend class="apart">Settings</legend>
        <Choice name="kind" label="Make" choices={makes} />
        <Choice name="background" label="Background" choices={backgrounds}>
          <input type="color" name="colour" value="#f4f1ea" aria-label="Colour of the background" hidden />
        </Choice>
        <Choice name="shadow_type" label="Shadow" choices={shadows} />
        <Choice name="crop" label="Crop" choices={crops} />
        <Choice name="crop_margin" label="Margin" choices={margins} />
        <Choice name="aspect" label="Shape" choices={shapes} />
        <div class="field" data-setting="max_size">
          <label for="setting-max_size">Longest side</label>
          <input id="setting-max_size" name="max_size" type="number" min={16} max={65535} placeholder="As it comes" />
        </div>
        <Choice name="output_format" label="Format" choices={formats} />
        <div class="field">
          <label for="setting-needs_check">Needs a check</label>
          <select id="setting-needs_check" name="needs_check">
            {checks.map(([value, text]) => (
              <option value={value}>{text}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="wallet">Paid by</label>
          <select id="wallet" name="wallet"></select>
        </div>
        <p class="note">
          For 30 days this browser remembers which photos were paid and what you clicked, with small copies of what was
          made.{' '}
          <button class="link" type="button" id="forget">
            Forget them
          </button>
        </p>
      </fieldset>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly choices: Choices;
  /** Beside the choice. */
  readonly children?: Child;
}

function Choice({ name, label, choices, children }: ChoiceProps) {
  return (
    <div class="field" data-setting={name}>
      <label for={`setting-${name}`}>{label}</label>
      <div class="beside">
        <select id={`setting-${name}`} name={name}>
          {choices.map(([value, text]) => (
            <option value={value}>{text}</option>
          ))}
        </select>
        {children}
      </div>
    </div>
  );
}
