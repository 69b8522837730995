import { physicalFollowUpStates } from '#features/physical/contract.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { dayOf } from '#web/data/format.ts';
import type { PhysicalRecord } from '../record.ts';

type FollowUp = NonNullable<PhysicalRecord['followUp']>;

/** Returns 随访 2026-12-20 待回访. */
export const followUpText = ({ due, state }: FollowUp, timeZone: string): string =>
  `随访 ${dayOf(due, timeZone)} ${physicalFollowUpStates[state]}`;

/** Returns the address of the list where the follow-up of this customer is. */
function listOf({ due, state }: FollowUp, customerId: string): string {
  const isDue = state === 'open' && Date.parse(due) <= now();
  const view = state !== 'open' ? state : isDue ? 'due' : 'later';
  return `#/warn/sos/follow_up?${new URLSearchParams({ view, customerId })}`;
}

/** The follow-up that an examination generated; a link for those who may open it. */
export function FollowUpNote({ record: { followUp, customerId, timeZone } }: { record: PhysicalRecord }) {
  if (followUp === null) return null;
  const text = followUpText(followUp, timeZone);
  return (
    <span className="font-normal text-[13px] text-text2">
      {can('followUp:list') ? <a href={listOf(followUp, customerId)}>{text}</a> : text}
    </span>
  );
}
