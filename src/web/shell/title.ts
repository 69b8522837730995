import type { WarnLevel } from '#shared/codes.ts';
import { warnLevels } from '#web/data/codeLabels.ts';
import { waiting } from '#web/data/format.ts';

/** Data of the page's title while a warn waits. */
export interface TitleAlarm {
  count: number;
  waitingMs: number;
  level: WarnLevel;
  name: string;
}

const product = '安好';
const call = '接警！';

/** Returns `(2) 00:23 紧急 吴阿根 · 安好`, every other second 「接警！」. */
export function alarmTitle(alarm: TitleAlarm, second: number): string {
  if (second % 2 === 1) return call;
  return `(${alarm.count}) ${waiting(alarm.waitingMs)} ${warnLevels[alarm.level]} ${alarm.name} · ${product}`;
}

let shown: string | null = null;
let page = '';

/** Shows a warn in the title and the icon of the tab; null restores the page's own title and icon. */
export function showTitle(title: string | null): void {
  // A title that was set meanwhile is the page's own.
  if (document.title !== shown) page = document.title;
  setIcon(title !== null);
  if (title !== null) {
    document.title = title;
    // Read back, because the browser trims the title.
    shown = document.title;
  } else if (shown !== null) {
    document.title = page;
    shown = null;
  }
}

const octagon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#c8161d" d="M7.4 1h9.2L23 7.4v9.2L16.6 23H7.4L1 16.6V7.4z"/><g fill="#fff"><path d="M7.3 5.5h3.4l-.5 8.6H7.8zM13.3 5.5h3.4l-.5 8.6h-2.4z"/><circle cx="9" cy="17.2" r="1.6"/><circle cx="15" cy="17.2" r="1.6"/></g></svg>',
)}`;
let pageIcon: string | null = null;

function setIcon(alarm: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]') ?? addIconLink();
  pageIcon ??= link.getAttribute('href') ?? '';
  const href = alarm ? octagon : pageIcon;
  if (link.getAttribute('href') !== href) link.setAttribute('href', href);
}

function addIconLink() {
  const link = document.createElement('link');
  link.rel = 'icon';
  link.href = 'data:,';
  document.head.append(link);
  return link;
}
