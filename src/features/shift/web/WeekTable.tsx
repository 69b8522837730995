import { Plus } from 'lucide-react';
import { shiftApi, shiftNames } from '#features/shift/contract.ts';
import { errorText } from '#web/call/outcome.ts';
import { call } from '#web/call/request.ts';
import { can } from '#web/call/session.ts';
import { now } from '#web/core/now.ts';
import { dayOf, ownZone } from '#web/data/format.ts';
import type { FormValues } from '#web/form/types.ts';
import { box, toast } from '#web/message/message.tsx';
import { classes } from '#web/ui/classes.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { hoursOf, linesOf, type Person, type Turn } from './week.ts';

const weekdays = ['一', '二', '三', '四', '五', '六', '日'];

interface Deeds {
  onEdit: (values: FormValues) => void;
  onSwap: (turn: Turn) => void;
  onChanged: () => void;
}

interface Props extends Deeds {
  /** Seven days from Monday, YYYY-MM-DD. */
  days: readonly string[];
  today: string;
  people: readonly Person[];
  turns: readonly Turn[];
  /** Absent: the person only looks. */
  onAdd: ((userId: string, day: string) => void) | undefined;
}

/** A line a person, a column a day; a turn stands on the day on which it begins. */
export function WeekTable({ days, today, people, turns, onAdd, ...deeds }: Props) {
  const lines = linesOf(people, turns);
  if (lines.length === 0) return <Empty>范围内没有可以排班的人员。</Empty>;
  return (
    <div className="fill scroll">
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
                <span className="bold ink block">{line.userName}</span>
                <small className="f12 faint">{line.departmentName}</small>
              </th>
              {days.map((day) => (
                <td key={day} className={classes(day === today && 'shift-today')}>
                  {(line.turns.get(day) ?? []).map((turn) => (
                    <TurnChip key={turn.id} turn={turn} {...deeds} />
                  ))}
                  {onAdd && day >= today && (
                    <button
                      type="button"
                      className="shift-add faint"
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
      </table>
    </div>
  );
}

/** One turn; whoever may change it gets what can be done from it. */
function TurnChip({ turn, onEdit, onSwap, onChanged }: { turn: Turn } & Deeds) {
  const over = Date.parse(turn.until) <= now();
  const words = (
    <>
      <b>{shiftNames[turn.shift]}</b>
      {turn.seat && <span className="before-4">{turn.seat}号</span>}
      <small className="f12 block">{hoursOf(turn)}</small>
    </>
  );
  const look = classes('shift-turn', turn.shift, over && 'over');
  if (over || !can('shift:edit')) return <span className={look}>{words}</span>;
  const deeds: Record<string, () => void> = {
    edit: () => onEdit(valuesOf(turn)),
    swap: () => onSwap(turn),
    remove: () => void remove(turn, onChanged),
  };
  const menu = {
    items: [
      { key: 'edit', label: '修改' },
      { key: 'swap', label: '换班' },
      { key: 'remove', label: '取消排班', danger: true },
    ],
    onClick: ({ key }: { key: string }) => deeds[key]?.(),
  };
  return (
    <MenuButton menu={menu}>
      <button type="button" className={look}>
        {words}
      </button>
    </MenuButton>
  );
}

function valuesOf({ id, version, userId, shift, seat, from, until }: Turn): FormValues {
  const [begin = '', end = ''] = [from, until].map((at) =>
    new Date(at).toLocaleTimeString('sv-SE', { timeZone: ownZone(), hour: '2-digit', minute: '2-digit' }),
  );
  return { id, version, userId, shift, day: dayOf(from, ownZone()), begin, end, ...(seat && { seat }) };
}

async function remove(turn: Turn, onChanged: () => void): Promise<void> {
  const question = `取消 ${turn.userName} ${dayOf(turn.from, ownZone())} 的${shiftNames[turn.shift]}？`;
  if (!(await box.confirm(question, { ok: '取消排班', cancel: '保留', danger: true, level: 'warning' }))) return;
  try {
    await call(shiftApi.deleteRoster, { ids: [turn.id] });
    toast.success('已取消');
  } catch (error) {
    toast.error(`没有取消：${errorText(error)}`);
  }
  onChanged();
}
