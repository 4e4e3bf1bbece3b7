/** Parts of the forms of accounts. */
import type { Child } from 'hono/jsx';

interface FieldProps {
  readonly name: string;
  /** Where several fields of a page have one name. */
  readonly id?: string;
  readonly label: string;
  readonly type?: string;
  readonly value?: string;
  /** Said below the field. */
  readonly note?: Child;
  /** What is wrong with what was sent. */
  readonly wrong?: string;
  readonly [attribute: string]: unknown;
}

/** A labelled field, and the hint below it. */
export function Field({ name, id = name, label, type = 'text', note, wrong, ...rest }: FieldProps) {
  const described = [note ? `${id}-note` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        aria-describedby={described || undefined}
        aria-invalid={wrong ? 'true' : undefined}
        {...rest}
      />
      {wrong ? (
        <p class="note wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      ) : null}
      {note ? (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

/** What every form carries: the token of its page, and an id by which it counts once. */
export function Token({ token }: { readonly token: string }) {
  return (
    <>
      <input type="hidden" name="csrf" value={token} />
      <input type="hidden" name="form" value={crypto.randomUUID()} />
    </>
  );
}

interface NoticeProps {
  readonly kind: 'done' | 'failed' | 'plain';
  readonly children?: Child;
}

/** What came of the last step. A failure is said aloud. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={kind === 'plain' ? 'notice' : `notice ${kind}`} role={kind === 'failed' ? 'alert' : 'status'}>
      <p>{children}</p>
    </div>
  );
}
