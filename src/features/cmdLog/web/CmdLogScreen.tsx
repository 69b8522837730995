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

/** A week back, as the filter holds a day (domain.md 3.1). */
const firstDay = () => dayjs().subtract(6, 'day').format('YYYY-MM-DD');

const isTab = (text: string | null): text is Tab => text !== null && text in tabs;
/** Those that this person may see: backups are not logs and have a right of their own. */
const shown = () => (Object.keys(tabs) as Tab[]).filter((key) => key !== 'backup' || can('backup:list'));

/** Who did what, when and from where (domain.md 6.13): commands, scheduled work, logins; and the backups. */
export default function CmdLogScreen() {
  const { query, setQuery } = useScreen();
  const requested = query.get('tab');
  const tab = isTab(requested) && shown().includes(requested) ? requested : 'command';
  /** Filters of one tab mean nothing on another. */
  const show = (next: Tab) => {
    const others = [...query.keys()].filter((name) => name !== 'tab');
    const cleared = Object.fromEntries(others.map((name) => [name, null]));
    setQuery({ ...cleared, tab: next === 'command' ? null : next, from: next === 'backup' ? null : firstDay() });
  };
  // Opened without filters it begins with the last week; whoever empties them later means all there is.
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
