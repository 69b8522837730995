import { customerApi } from '#features/customer/contract.ts';
import { attempt } from '#web/call/outcome.ts';
import { call } from '#web/call/request.ts';
import { box } from '#web/message/message.tsx';
import type { RowAction } from '#web/table/types.ts';
import type { CustomerRow } from './cells.tsx';

type Away = Pick<NonNullable<CustomerRow['away']>, 'id' | 'kind'>;

/** Asks whether somebody is back, and ends their leave. */
export async function endLeave(name: string, { id, kind }: Away, changed: () => void): Promise<void> {
  const text = kind === 'hospital' ? `「${name}」已出院？销假后恢复服务。` : `「${name}」已回来？`;
  if (!(await box.confirm(text, { ok: '销假' }))) return;
  await attempt(() => call(customerApi.returnLeave, { id }), { done: '已销假', failed: '销假失败' });
  changed();
}

/** 请假 for who is there, 销假 for who is away. */
export function leaveActionsOf(ask: (person: CustomerRow) => void, changed: () => void): RowAction<CustomerRow>[] {
  return [
    {
      ...{ key: 'leave', label: '请假…', behind: true },
      shown: ({ serviceState, away }) => serviceState === 'active' && away === null,
      onClick: ask,
    },
    {
      ...{ key: 'back', label: '销假…', behind: true },
      shown: ({ away }) => away !== null,
      onClick: ({ name, away }) => away && void endLeave(name, away, changed),
    },
  ];
}
