import type { MenuProps } from 'antd';
import { Check, ChevronDown } from 'lucide-react';
import { useOpenWarns } from '#features/warn/web/service.ts';
import { seatStates } from '#shared/codes.ts';
import { can, useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { waiting } from '#web/data/format.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { leaveSeat, type Seat, setSeat, useSeat } from './seatStore.ts';
import { seatDots, seatTone } from './seatTone.ts';

/** Meaning of each state for warns. */
const meanings = {
  idle: '可被派单',
  busy: '不派单',
  break: '不派单',
  wrap_up: '补写记录，2 分钟后自动空闲',
} as const;

/** State of the user's seat, its extension if set, and the menu to change it. */
export default function HeaderSlot() {
  const { user } = useSession();
  const takes = can('warn:claim');
  const seat = useSeat(takes ? (user?.id ?? null) : null);
  const open = useOpenWarns();
  if (!user || !takes) return null;
  const cases = open.filter((row) => row.status === 'handling' && row.handlerId === user.id).length;
  return (
    <MenuButton menu={{ items: itemsOf(seat) }} placement="bottomRight" rootClassName="over-banner">
      <button
        type="button"
        className={`seat-state max-md:hidden hover:bg-s3 ${seatTone(seat, cases)} inline-flex items-center gap-2 h-8 px-2.5 rounded-md border border-border whitespace-nowrap text-text2 bg-container`}
        aria-label={`坐席状态：${wordOf(seat, cases)}`}
      >
        <i className={seatDots[seatTone(seat, cases)]} aria-hidden="true" />
        {wordOf(seat, cases)}
        {cases === 0 && seat?.until && <Left until={seat.until} />}
        {user.extension !== null && <span>分机 {user.extension}</span>}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
    </MenuButton>
  );
}

/** Returns the seat label; a user with warns is shown as handling, whatever the state. */
function wordOf(seat: Seat | null, cases: number): string {
  if (cases > 0) return `处理中 ${cases}`;
  if (seat === null) return '坐席';
  if (seat.onDuty) return seatStates[seat.state];
  // Users with other duties have a seat only if they take one.
  return can('warn:lead') || can('warn:device') ? '未上席' : seatStates.away;
}

/** Remaining time of 整理. */
function Left({ until }: { until: string }) {
  return <time aria-hidden="true">{waiting(Math.max(0, Date.parse(until) - useNow(1000)))}</time>;
}

function itemsOf(seat: Seat | null): MenuProps['items'] {
  const sits = seat?.onDuty ?? false;
  const states = Object.entries(meanings) as [keyof typeof meanings, string][];
  return [
    ...states.map(([state, meaning]) => ({
      key: state,
      label: sits || state !== 'idle' ? seatStates[state] : '上席 · 空闲',
      extra: sits && seat?.state === state ? <Check size={14} aria-label="现在" /> : meaning,
      onClick: () => void setSeat(state),
    })),
    ...(sits && can('warn:lead')
      ? [{ type: 'divider' as const }, { key: 'leave', label: '离席', onClick: () => void leaveSeat() }]
      : []),
  ];
}
