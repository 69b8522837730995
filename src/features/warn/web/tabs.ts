import type { warnApi } from '#features/warn/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { WarnRow } from './desk/types.ts';
import { isWaiting, queueTypes } from './warnRows.ts';
import type { WarnCounts } from './warnStore.ts';

export type WarnTab = 'pending' | 'handling' | 'mine' | 'followUp' | 'done' | 'all';

export const warnTabs: Readonly<Record<WarnTab, string>> = {
  pending: '待处理',
  handling: '处理中',
  mine: '我的',
  followUp: '待回访',
  done: '已结束',
  all: '全部',
};

/** Tabs whose alarms are all in the desk's queue. */
export const queueTabs: readonly WarnTab[] = ['pending', 'handling', 'mine'];

export function tabOf(text: string | null): WarnTab {
  return text !== null && text in warnTabs ? (text as WarnTab) : 'pending';
}

/**
 * What a tab asks the list for. The queue's tabs leave out the work of device staff (domain.md 7.2), except for them.
 * @param deviceStaff the person has the right `warn:device`
 */
export function tabInput(tab: WarnTab, deviceStaff: boolean): Partial<InputOf<typeof warnApi.getWarnList>> {
  const type = deviceStaff ? {} : { type: queueTypes };
  switch (tab) {
    case 'pending':
      return { status: ['pending'], ...type };
    case 'handling':
      return { status: ['handling'], ...type };
    case 'mine':
      return { status: ['handling'], mine: true };
    case 'followUp':
      return { followUp: true };
    case 'done':
      return { status: ['done', 'false'] };
    case 'all':
      return {};
  }
}

/** Figures beside the tabs; the queue's are counted from its rows, so that they change with the banner. */
export function tabCounts(
  open: readonly WarnRow[],
  counts: WarnCounts | null,
  userId: string | null,
): Partial<Record<WarnTab, number>> {
  const handling = open.filter((row) => row.status === 'handling');
  return {
    pending: open.filter(isWaiting).length,
    handling: handling.length,
    mine: handling.filter((row) => row.handlerId === userId).length,
    followUp: counts?.followUp,
  };
}
