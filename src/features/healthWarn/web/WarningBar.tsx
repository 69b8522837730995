import { Columns3, List } from 'lucide-react';
import { duration } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { warningApi } from '../contract.ts';
import { useLiveReload } from './useLiveReload.ts';

export const tabs = { today: '今天', open: '未结', mine: '我的', overdue: '已逾期', all: '全部' } as const;
export type WarningTab = keyof typeof tabs;

/** Returns the tab of an address. */
export const tabOf = (text: string | null): WarningTab =>
  text !== null && Object.hasOwn(tabs, text) ? (text as WarningTab) : 'today';

interface Props {
  tab: WarningTab;
  view: 'desk' | 'list';
  onTab: (tab: WarningTab) => void;
  onView: (view: 'desk' | 'list') => void;
}

/** Tabs with figures, figures of today, and the switch between desk and list. */
export function WarningBar({ tab, view, onTab, onView }: Props) {
  const { active } = useScreen();
  const { data, reload } = useCall(warningApi.getEarlyWarningCount, {}, { live: 'polled' });
  useLiveReload(() => void reload(), active);
  const figures: Partial<Record<WarningTab, number>> = data ?? {};
  return (
    <Toolbar as="header" className="warning-bar">
      <nav className="tab-row self-stretch flex-1 gap-6 max-md:gap-4" aria-label="健康预警">
        {(Object.keys(tabs) as WarningTab[]).map((each) => (
          <button
            className="inline-flex items-center flex-none gap-1.5 text-[15px]"
            key={each}
            type="button"
            aria-current={each === tab ? 'page' : undefined}
            onClick={() => onTab(each)}
          >
            {tabs[each]}
            {(figures[each] ?? 0) > 0 && (
              <span className={`text-[13px] ${each === 'overdue' ? 'font-bold text-level1-text' : 'text-text2'}`}>
                {figures[each]}
              </span>
            )}
          </button>
        ))}
        <a className="warning-rules inline-flex items-center flex-none" href="#/healthy/early_warning/rule">
          规则
        </a>
      </nav>
      <dl className="flex gap-4 max-md:hidden whitespace-nowrap text-[13px] text-text2">
        <div className="flex items-baseline gap-1" title="今天有时限的预警中，按时接手的比例">
          <dt>按时</dt>
          <dd className="font-bold text-text">{data?.inTime == null ? '—' : `${data.inTime}%`}</dd>
        </div>
        <div className="flex items-baseline gap-1" title="今天的预警从触发到接手的中位时间">
          <dt>响应中位</dt>
          <dd className="font-bold text-text">{duration(data?.responseMedian)}</dd>
        </div>
      </dl>
      <fieldset
        className="choice view-switch inline-flex items-center rounded-md border border-border overflow-hidden max-md:hidden"
        aria-label="视图"
      >
        {(['desk', 'list'] as const).map((each) => (
          <button
            key={each}
            className="inner-focus inline-flex items-center gap-1.5 px-3"
            type="button"
            aria-pressed={view === each}
            onClick={() => onView(each)}
          >
            {each === 'desk' ? <Columns3 size={14} aria-hidden="true" /> : <List size={14} aria-hidden="true" />}
            {each === 'desk' ? '工作台' : '列表'}
          </button>
        ))}
      </fieldset>
    </Toolbar>
  );
}
