import { Columns3, List, Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { WarnCounts, WarnRow } from '#features/warn/web/service.ts';
import { asList, sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { usePreload } from '#web/core/preload.ts';
import { duration } from '#web/data/format.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';
import { type Filled, SlotView, slotsOf } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import './slots.ts';
import { useOverlayClose } from '#web/shell/overlay.ts';
import { SubScreenMenu } from '#web/shell/SubScreenMenu.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { tabsFor, type WarnTab, warnTabs } from './tabs.ts';
import type { SosView } from './useSosView.ts';

const loadAdding = () => import('./AddWarnDialog.tsx');
const AddWarnDialog = lazy(loadAdding);

interface Props {
  tab: WarnTab;
  figures: Partial<Record<WarnTab, number>>;
  counts: WarnCounts | null;
  view: SosView;
  onTab: (tab: WarnTab) => void;
  onView: (view: SosView) => void;
  /** Opened warn. */
  warnId: string | null;
  canAdd: boolean;
  onAdded: (row: WarnRow) => void;
}

/** Tabs with figures, counters of the day, switch desk/list, 登记告警. */
export function ScreenBar({ tab, figures, counts, view, onTab, onView, warnId, canAdd, onAdded }: Props) {
  const { query, setQuery } = useScreen();
  // `/warn/sos?add=<customer>` opens the dialog for that customer.
  const of = canAdd ? query.get('add') : null;
  const [adding, setAdding] = useState(of !== null);
  useOverlayClose(() => setAdding(false));
  useEffect(() => {
    if (of !== null) setAdding(true);
  }, [of]);
  const close = () => {
    setAdding(false);
    if (of !== null) setQuery({ add: null });
  };
  usePreload(loadAdding);
  // Opening a warn (F2 while typing) closes the dialog; its text is saved as a draft.
  useEffect(() => setAdding((now) => now && warnId === null), [warnId]);
  return (
    <Toolbar as="header" className="sos-bar">
      <TabRow tab={tab} figures={figures} onTab={onTab} />
      <Counters counts={counts} />
      <fieldset
        className="choice view-switch inline-flex items-center rounded-md border border-border overflow-hidden"
        aria-label="视图"
      >
        <button
          className="inner-focus inline-flex items-center gap-1.5 px-3"
          type="button"
          aria-pressed={view === 'desk'}
          onClick={() => onView('desk')}
        >
          <Columns3 size={14} aria-hidden="true" /> 工作台
        </button>
        <button
          className="inner-focus inline-flex items-center gap-1.5 px-3"
          type="button"
          aria-pressed={view === 'list'}
          onClick={() => onView('list')}
        >
          <List size={14} aria-hidden="true" /> 列表
        </button>
      </fieldset>
      {canAdd && (
        <Button onClick={() => setAdding(true)}>
          <Plus size={14} aria-hidden="true" /> 登记告警
        </Button>
      )}
      {slotsOf('sosTool').map((tool) => can(tool.permission) && <ToolButton key={tool.file} tool={tool} />)}
      <SubScreenMenu path="/warn/sos" />
      {adding && (
        <Suspense fallback={null}>
          <AddWarnDialog customerId={of ?? undefined} onClose={close} onAdded={onAdded} />
        </Suspense>
      )}
    </Toolbar>
  );
}

/** Button that opens the dialog of another feature. */
function ToolButton({ tool }: { tool: Filled<'sosTool'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{tool.label}</Button>
      {open && <SlotView<'sosTool'> slot={tool} props={{ onClose: () => setOpen(false) }} />}
    </>
  );
}

/** Tabs alone, also for the phone. */
export function TabRow({ tab, figures, onTab }: Pick<Props, 'tab' | 'figures' | 'onTab'>) {
  return (
    <nav className="tab-row sos-tabs self-stretch flex-1 gap-6" aria-label="告警">
      {tabsFor(can('warn:device')).map((each) => (
        <button
          className="inline-flex items-center flex-none gap-1.5 text-[15px]"
          key={each}
          type="button"
          aria-current={each === tab ? 'page' : undefined}
          onClick={() => onTab(each)}
        >
          {warnTabs[each]}
          {(figures[each] ?? 0) > 0 && (
            <b
              className={
                each === 'pending'
                  ? 'min-w-5 rounded-[10px] bg-level1 text-level1-on px-1.5 text-center text-[13px] leading-5'
                  : 'text-[13px]'
              }
            >
              {figures[each]}
            </b>
          )}
        </button>
      ))}
    </nav>
  );
}

function Counters({ counts }: { counts: WarnCounts | null }) {
  const { state } = useLiveState();
  const rate = counts?.falseRate;
  const parts = {
    今日: counts ? <a href={sosLink({ ...asList, counted: '1', today: '1' })}>{counts.today}</a> : '—',
    误报率: rate === null || rate === undefined ? '—' : `${rate}%`,
    平均响应: duration(counts?.responseMean),
  };
  return (
    <dl
      className="flex gap-4 whitespace-nowrap text-[13px] text-text2"
      title={isLost(state) ? '实时已断开，数字可能不是最新的' : undefined}
    >
      {Object.entries(parts).map(([label, figure]) => (
        <div className="flex items-baseline gap-1" key={label}>
          <dt>{label}</dt>
          <dd className={`font-bold text-[15px] ${isLost(state) ? 'text-text3' : 'text-text'}`}>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
