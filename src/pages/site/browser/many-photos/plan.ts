/** What a run costs, said before it begins. */
import type { PhotoRecord } from './records.ts';

/** Photos by what each costs. */
export interface Plan {
  readonly photos: number;
  /** Those that cost a credit each. */
  readonly credits: number;
  /** Of these, those that were sent before without an answer: the service may have charged them already. */
  readonly unanswered: number;
  /** Paid before and not saved: they come again without a charge. */
  readonly free: number;
  /** In a ZIP that was saved: they are not sent. */
  readonly saved: number;
}

/** @param stages what is remembered of each photo; null for one that was never sent, or so long ago that it costs again */
export function planOf(stages: readonly (PhotoRecord['stage'] | null)[]): Plan {
  const count = (stage: PhotoRecord['stage'] | null) => stages.filter((each) => each === stage).length;
  const unanswered = count('sent');
  return {
    photos: stages.length,
    credits: count(null) + unanswered,
    unanswered,
    free: count('answered'),
    saved: count('saved'),
  };
}

/** Whether the credits certainly do not reach. */
export function exceeds({ credits, unanswered }: Plan, have: number): boolean {
  return credits - unanswered > have;
}

/** `1 credit`, `1,200 credits`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

/** The plan in words: first the sum, then what there is to know about it. @param have credits of the wallet that pays */
export function planInWords(plan: Plan, have: number): readonly [sum: string, ...more: string[]] {
  const { photos, credits, unanswered, free, saved } = plan;
  const most = unanswered > 0 ? 'at most ' : '';
  const more: string[] = [`You have ${have.toLocaleString('en-GB')}.`];
  if (exceeds(plan, have)) more.push('It stops where they end, and keeps what is made.');
  if (free > 0)
    more.push(`${free === 1 ? '1 was' : `${free} were`} paid before and ${free === 1 ? 'is' : 'are'} free.`);
  if (saved > 0) {
    more.push(`${saved === 1 ? '1 is' : `${saved} are`} in a ZIP that you saved, and not sent again.`);
  }
  return [`${counted(photos, 'photo')}, ${most}${counted(credits, 'credit')}`, ...more];
}
