import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { can } from '#web/api/session.ts';
import { useScreen } from '#web/screen/screen.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { BackupTable } from './BackupTable.tsx';
import { CommandTable } from './CommandTable.tsx';
import { LoginTable } from './LoginTable.tsx';
import { ScheduleTable } from './ScheduleTable.tsx';
import './cmdLog.css';

const tabs = { command: '操作命令', schedule: '定时任务', login: '登录日志', backup: '数据备份' } as const;
type Tab = keyof typeof tabs;

/** Returns the first day of the last week, in the filter's format (domain.md 3.1). */
const firstDay = () => dayjs().subtract(6, 'day').format('YYYY-MM-DD');

const isTab = (text: string | null): text is Tab => text !== null && text in tabs;
/** Returns the visible tabs: backups are not logs and have their own permission. */
const shown = () => (Object.keys(tabs) as Tab[]).filter((key) => key !== 'backup' || can('backup:list'));

/** Audit page (domain.md 6.13): commands, scheduled work, logins; and the backups. */
export default function CmdLogScreen() {
  const { query, setQuery } = useScreen();
  const requested = query.get('tab');
  const tab = isTab(requested) && shown().includes(requested) ? requested : 'command';
  /** Changes the tab and clears the filters: they do not apply to other tabs. */
  const show = (next: Tab) => {
    const others = [...query.keys()].filter((name) => name !== 'tab');
    const cleared = Object.fromEntries(others.map((name) => [name, null]));
    setQuery({ ...cleared, tab: next === 'command' ? null : next, from: next === 'backup' ? null : firstDay() });
  };
  // Without filters the page opens with the last week. Filters cleared later show all rows.
  const bare = [...query.keys()].length === 0;
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (opened) return;
    if (bare) setQuery({ from: firstDay() });
    else setOpened(true);
  }, [opened, bare, setQuery]);
  if (bare && !opened) return null;
  const views = (
    <ViewTabs label="日志" views={shown().map((key) => ({ key, label: tabs[key] }))} value={tab} onChange={show} />
  );
  if (tab === 'backup') return <BackupTable views={views} />;
  if (tab === 'schedule') return <ScheduleTable views={views} />;
  return tab === 'login' ? <LoginTable views={views} /> : <CommandTable views={views} />;
}
