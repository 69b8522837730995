import { Plus } from 'lucide-react';
import { shiftApi } from '#features/shift/contract.ts';
import { errorText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { dayOf, ownZone } from '#web/data/format.ts';
import type { FormValues } from '#web/form/types.ts';
import { box, toast } from '#web/message/message.tsx';
import { classes } from '#web/ui/classes.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { byHand } from './TurnForm.tsx';
import { hoursOf, lacking, linesOf, type Pattern, partOfDay, type RosterUser, type Turn } from './week.ts';

const weekdays = ['一', '二', '三', '四', '五', '六', '日'];

interface TurnActions {
  onEdit: (values: FormValues) => void;
  onSwap: (turn: Turn) => void;
  onChanged: () => void;
}

interface Props extends TurnActions {
  /** Seven days from Monday, YYYY-MM-DD. */
  days: readonly string[];
  today: string;
  users: readonly RosterUser[];
  patterns: readonly Pattern[];
  turns: readonly Turn[];
  /** Absent: the table is read-only. */
  onAdd: ((userId: string, day: string) => void) | undefined;
}

/** Table with a row per user and a column per day; a turn is shown on the day on which it begins. */
export function WeekTable({ days, today, users, patterns, turns, onAdd, ...actions }: Props) {
  const lines = linesOf(users, turns);
  if (lines.length === 0) return <Empty>范围内没有可以排班的人员。</Empty>;
  return (
    <div className="flex-1 overflow-auto">
      <table className="sheet shift-week" aria-label="排班表">
        <thead>
          <tr>
            <th scope="col">人员</th>
            {days.map((day, place) => (
              <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
                {day.slice(5)} 周{weekdays[place]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.userId}>
              <th scope="row">
                <span className="font-bold text-text block">{line.userName}</span>
                <small className="text-xs text-text3">{line.departmentName}</small>
              </th>
              {days.map((day) => (
                <td key={day} className={classes(day === today && 'shift-today')}>
                  {(line.turns.get(day) ?? []).map((turn) => (
                    <TurnChip key={turn.id} turn={turn} patterns={patterns} {...actions} />
                  ))}
                  {onAdd && day >= today && (
                    <button
                      type="button"
                      className="shift-add text-text3"
                      aria-label={`${line.userName} ${day} 排班`}
                      onClick={() => onAdd(line.userId, day)}
                    >
                      <Plus size={14} aria-hidden />
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <Lacking days={days} today={today} patterns={patterns} turns={turns} />
      </table>
    </div>
  );
}

/** Shows days from today on with fewer users on the roster than the patterns need. */
function Lacking({ days, today, patterns, turns }: Pick<Props, 'days' | 'today' | 'patterns' | 'turns'>) {
  if (patterns.every(({ minStaff }) => minStaff === 0)) return null;
  const open = (day: string) => (day < today ? [] : lacking(day, patterns, turns));
  return (
    <tfoot>
      <tr>
        <th scope="row">人手</th>
        {days.map((day) => (
          <td key={day} className={classes('text-xs', day === today && 'shift-today')}>
            {open(day).map(({ pattern: { id, name }, lack }) => (
              <span key={id} className="block text-level1-text">
                {name}缺 {lack} 人
              </span>
            ))}
            {day >= today && open(day).length === 0 && <span className="text-text3">够</span>}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** One turn; viewers who may change it get a menu of actions. */
function TurnChip({
  turn,
  patterns,
  onEdit,
  onSwap,
  onChanged,
}: { turn: Turn; patterns: readonly Pattern[] } & TurnActions) {
  const over = Date.parse(turn.until) <= now();
  const label = (
    <>
      <b>{turn.shift}</b>
      {turn.seat && <span className="ml-1">{turn.seat}号</span>}
      <small className="text-xs block">{hoursOf(turn)}</small>
    </>
  );
  const look = classes('shift-turn', partOfDay(turn), over && 'over');
  if (over || !can('shift:edit')) return <span className={look}>{label}</span>;
  const actions: Record<string, () => void> = {
    edit: () => onEdit(valuesOf(turn, patterns)),
    swap: () => onSwap(turn),
    remove: () => void remove(turn, onChanged),
  };
  const menu = {
    items: [
      { key: 'edit', label: '修改' },
      { key: 'swap', label: '换班' },
      { key: 'remove', label: '取消排班', danger: true },
    ],
    onClick: ({ key }: { key: string }) => actions[key]?.(),
  };
  return (
    <MenuButton menu={menu}>
      <button type="button" className={look}>
        {label}
      </button>
    </MenuButton>
  );
}

/** Returns the form values; a turn keeps hours that differ from its pattern. */
function valuesOf(
  { id, version, userId, patternId, seat, from, until }: Turn,
  patterns: readonly Pattern[],
): FormValues {
  const [begin = '', end = ''] = [from, until].map((instant) =>
    new Date(instant).toLocaleTimeString('sv-SE', { timeZone: ownZone(), hour: '2-digit', minute: '2-digit' }),
  );
  const by = patterns.find((pattern) => pattern.id === patternId && pattern.from === begin && pattern.until === end);
  const day = dayOf(from, ownZone());
  return { id, version, userId, patternId: by?.id ?? byHand, day, begin, end, ...(seat && { seat }) };
}

async function remove(turn: Turn, onChanged: () => void): Promise<void> {
  const question = `取消 ${turn.userName} ${dayOf(turn.from, ownZone())} 的${turn.shift}？`;
  if (!(await box.confirm(question, { ok: '取消排班', cancel: '保留', danger: true, level: 'warning' }))) return;
  try {
    await callApi(shiftApi.deleteRoster, { ids: [turn.id] });
    toast.success('已取消');
  } catch (error) {
    toast.error(`没有取消：${errorText(error)}`);
  }
  onChanged();
}
