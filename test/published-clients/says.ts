/** What a client of remove.bg can say, by its own source; what it cannot is a dash in the table. */
import type { Body, Case, Fields, Way } from './cases.ts';

export interface Says {
  /** Kinds of bodies that it makes for an image, by the way in which it takes one. */
  readonly ways: Readonly<Record<Way, readonly Body[]>>;
  /** Fields that it takes, and of those with fixed values which; null takes everything. */
  readonly fields: Readonly<Record<string, readonly string[] | null>> | null;
  /** Fields that it sends by itself where its caller says nothing. */
  readonly always: Fields;
  /** Whether it asks for JSON: always, never, or as its caller wants. */
  readonly json: boolean | null;
  readonly account: boolean;
  /** Whether it can send any form, a further file or no image too. */
  readonly anything: boolean;
}

/** Whether a client can ask for just that. */
export function canSay(says: Says, { sent }: Case): boolean {
  if (sent.account) return says.account;
  if ((sent.beside || sent.empty) && !says.anything) return false;
  if (sent.json && says.json === false) return false;
  const bodies = says.ways[sent.way ?? 'file'];
  if (bodies.length === 0 || (sent.body && !bodies.includes(sent.body))) return false;
  const given = sent.fields ?? {};
  return saysFields(says, given) && Object.entries(says.always).every(([name, value]) => isAsked(name, value, given));
}

function saysFields({ fields }: Says, given: Fields): boolean {
  if (fields === null) return true;
  return Object.entries(given).every(([name, value]) => {
    const values = fields[name];
    return values !== undefined && (values === null || values.includes(value));
  });
}

/** Whether what a client sends by itself is what the case asks for, or the API's own default. */
function isAsked(name: string, value: string, given: Fields): boolean {
  if (name in given) return true;
  switch (name) {
    case 'size':
      return ['preview', 'small', 'regular'].includes(value);
    case 'type':
      return value === 'auto';
    case 'crop':
      return value === 'false';
    case 'format':
      return value === 'png' && !('bg_color' in given);
    default:
      return false;
  }
}
