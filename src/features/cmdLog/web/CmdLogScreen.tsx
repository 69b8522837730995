import { useScreen } from '#web/shell/screen.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { CommandTable } from './CommandTable.tsx';
import { LoginTable } from './LoginTable.tsx';
import { ScheduleTable } from './ScheduleTable.tsx';
import './cmdLog.css';

const tabs = { command: '操作命令', schedule: '定时任务', login: '登录日志' } as const;
type Tab = keyof typeof tabs;

const isTab = (text: string | null): text is Tab => text !== null && text in tabs;

/** Who did what, when and from where (domain.md 6.13): commands, scheduled work, logins. */
export default function CmdLogScreen() {
  const { query, setQuery } = useScreen();
  const asked = query.get('tab');
  const tab = isTab(asked) ? asked : 'command';
  /** Filters of one tab mean nothing on another. */
  const show = (next: Tab) => {
    const others = [...query.keys()].filter((name) => name !== 'tab');
    setQuery({ ...Object.fromEntries(others.map((name) => [name, null])), tab: next === 'command' ? null : next });
  };
  const views = (
    <ViewTabs
      label="日志"
      views={(Object.keys(tabs) as Tab[]).map((key) => ({ key, label: tabs[key] }))}
      value={tab}
      onChange={show}
    />
  );
  if (tab === 'schedule') return <ScheduleTable views={views} />;
  return tab === 'login' ? <LoginTable views={views} /> : <CommandTable views={views} />;
}
