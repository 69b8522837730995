import type { WarnDetail } from './types.ts';

export interface PlanItem {
  title: string;
  /** What was written down, 已做 where it was only ticked; null while it is open. */
  answer: string | null;
  by: string | null;
  at: string | null;
}

/** The note that puts a step of the plan on record. */
export function planNote(title: string, answer: string): string {
  return `预案：${title} — ${answer.trim() === '' ? '已做' : answer.trim()}`;
}

/** The steps of the type's plan (domain.md 7.6) with what the timeline says about each; the newest note counts. */
export function planItems(detail: Pick<WarnDetail, 'plan' | 'steps'>): PlanItem[] {
  return detail.plan.map((title) => {
    const lead = `预案：${title} — `;
    const notes = detail.steps.filter((step) => step.kind === 'note' && step.note?.startsWith(lead));
    const last = notes.sort((a, b) => b.at.localeCompare(a.at))[0];
    if (!last) return { title, answer: null, by: null, at: null };
    return { title, answer: last.note?.slice(lead.length) ?? '', by: last.userName, at: last.at };
  });
}
