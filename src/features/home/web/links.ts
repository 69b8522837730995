import { todayInChina } from '#shared/idCard.ts';
import { now } from '#web/now.ts';

/** The alarm screen with these filters, in the words of its address. */
export function sosLink(filters: Readonly<Record<string, string>>): string {
  return `#/warn/sos?${new URLSearchParams(filters)}`;
}

/** Today's alarms as a list, the work of device staff left out as in the figures. */
export function todayLink(filters: Readonly<Record<string, string>> = {}): string {
  const day = todayInChina(now());
  return sosLink({ tab: 'all', view: 'list', family: 'sos,health', createdFrom: day, createdTo: day, ...filters });
}
