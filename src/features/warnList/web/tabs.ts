import { isWaiting, type WarnCounts, type WarnRow } from '#features/warn/web/service.ts';
import { tabFilters, type warnListApi } from '#features/warnList/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';

export type WarnTab = 'pending' | 'handling' | 'mine' | 'followUp' | 'done' | 'device' | 'all';

export const warnTabs: Readonly<Record<WarnTab, string>> = {
  pending: '待处理',
  handling: '处理中',
  mine: '我的',
  followUp: '待回访',
  done: '已结束',
  device: '设备',
  all: '全部',
};

/** Tabs with warns that are all in the desk's queue. */
export const queueTabs: readonly WarnTab[] = ['pending', 'handling', 'mine'];

export function tabOf(text: string | null): WarnTab {
  return text !== null && text in warnTabs ? (text as WarnTab) : 'pending';
}

/** Returns the tabs that the user has: 设备 needs the permission `warn:device`. */
export function tabsFor(deviceStaff: boolean): WarnTab[] {
  return (Object.keys(warnTabs) as WarnTab[]).filter((tab) => tab !== 'device' || deviceStaff);
}

/** Returns the list filters of a tab; the tab's figure is the list's length. */
export function tabInput(tab: WarnTab): Partial<InputOf<typeof warnListApi.getWarnList>> {
  return tabFilters[tab];
}

/** Returns the figures of the tabs; those of the queue are counted from its rows, so that they match the banner. */
export function tabCounts(
  open: readonly WarnRow[],
  counts: WarnCounts | null,
  userId: string | null,
): Partial<Record<WarnTab, number>> {
  const handling = open.filter((row) => row.status === 'handling');
  return {
    pending: open.filter(isWaiting).length,
    handling: handling.length,
    // Device work in hand is in the list of the tab, not in the queue.
    mine: counts?.mine ?? handling.filter((row) => row.handlerId === userId).length,
    followUp: counts?.followUp,
    device: counts?.deviceWork,
  };
}
