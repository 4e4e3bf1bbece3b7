/** Controls of the playground's form, made from the contract's options. */
import { raw } from 'hono/html';
import type { OptionField } from './kinds.ts';

export interface SegmentsProps {
  /** What is chosen, for screen readers where `isTitled` is not set. */
  readonly legend: string;
  readonly name: string;
  readonly values: readonly (readonly [value: string, label: string])[];
  readonly chosen: string;
  readonly isTitled?: boolean;
  /** Id of the form it belongs to, where it is outside. */
  readonly form?: string;
  readonly id?: string;
  /** Name of the option that it sets. */
  readonly option?: string;
  readonly standard?: string;
}

/** One of a few, side by side: radio buttons shown as one control. */
export function Segments({ legend, name, values, chosen, isTitled, form, id, option, standard }: SegmentsProps) {
  return (
    <fieldset class="segments" id={id} data-option={option} data-standard={standard}>
      <legend class={isTitled ? undefined : 'apart'}>{legend}</legend>
      <div>
        {values.map(([value, label]) => (
          <label>
            <input class="apart" type="radio" name={name} value={value} checked={value === chosen} form={form} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The formats of pictures, as a file dialog knows them. */
export const pictureFiles = 'image/*,.heic,.heif,.avif,.tif,.tiff,.bmp';

interface OptionProps {
  readonly field: OptionField;
  /** Of the control and of its label. */
  readonly id: string;
}

/** The field of one option: a switch, one of some words, a file, or a text. What it is by itself is chosen. */
export function OptionControl({ field, kind }: { readonly field: OptionField; readonly kind: string }) {
  const id = `${kind}.${field.name}`;
  if (typeof field.standard === 'boolean') return <Switch field={field} id={id} />;
  if (field.values.length > 0) return <Words field={field} id={id} />;
  return field.isFile ? <FileField field={field} id={id} /> : <TextField field={field} id={id} />;
}

function Switch({ field: { name, label, meaning, standard }, id }: OptionProps) {
  return (
    <div class="option">
      <label class="choice">
        <input
          type="checkbox"
          name={id}
          checked={standard === true}
          data-option={name}
          data-standard={String(standard)}
          aria-describedby={`${id}-note`}
        />
        {label}
      </label>
      <Meaning id={id} text={meaning} />
    </div>
  );
}

function Words({ field: { name, label, meaning, values, standard }, id }: OptionProps) {
  const words = values.map((value) => [String(value), String(value)] as const);
  const chosen = String(standard ?? '');
  return (
    <div class="option">
      <Segments {...{ legend: label, name: id, values: words, chosen, option: name }} standard={chosen} isTitled />
      <Meaning id={id} text={meaning} />
    </div>
  );
}

function FileField({ field: { name, label, meaning }, id }: OptionProps) {
  return (
    <div class="option field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={id}
        type="file"
        accept={pictureFiles}
        data-option={name}
        data-standard=""
        aria-describedby={`${id}-note`}
      />
      <button class="quiet small" type="button" data-clears={id} hidden>
        Remove
      </button>
      <Meaning id={id} text={meaning} />
    </div>
  );
}

function TextField({ field: { name, label, meaning, example, standard }, id }: OptionProps) {
  return (
    <div class="option field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={id}
        placeholder={example ?? undefined}
        data-option={name}
        data-standard={String(standard ?? '')}
        aria-describedby={`${id}-note`}
      />
      <Meaning id={id} text={meaning} />
    </div>
  );
}

function Meaning({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p class="note" id={`${id}-note`}>
      {raw(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'))}
    </p>
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
