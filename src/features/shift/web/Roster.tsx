import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { shiftApi } from '#features/shift/contract.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { ImportButton } from '#web/crud/ImportButton.tsx';
import { ownZone, todayIn } from '#web/data/format.ts';
import type { Opening } from '#web/form/types.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { FillForm } from './FillForm.tsx';
import { OnDuty } from './OnDuty.tsx';
import { SwapForm } from './SwapForm.tsx';
import { byHand, TurnForm } from './TurnForm.tsx';
import { WeekTable } from './WeekTable.tsx';
import './shift.css';
import { type Pattern, type Turn, weekAround } from './week.ts';

/** Returns the default pattern of a new turn. */
const usual = ([first]: readonly Pattern[]) => first?.id ?? byHand;

/** 排班: turns and seats of a week, and users on duty now (domain.md 8.1). */
export function Roster({ tabs }: { tabs: ReactNode }) {
  const { query, setQuery } = useScreen();
  const today = todayIn(ownZone(), now());
  const week = weekAround(query.get('week'), today);
  const [first = today, last = today] = [week[0], week[6]];
  const roster = useCall(shiftApi.getRosterList, { from: first, to: last }, { first: true });
  const choice = useCall(shiftApi.getRosterChoice, {}, { first: true });
  const duty = useCall(shiftApi.getOnDuty, {}, { first: true });
  const [turnForm, setTurnForm] = useState<Opening>();
  const [fillForm, setFillForm] = useState<Opening>();
  const [swapping, setSwapping] = useState<Turn>();
  const go = (days: number) => setQuery({ week: dayAfter(first, days) });
  const changed = () => {
    void roster.reload();
    void duty.reload();
  };
  // Past days cannot be filled: starts tomorrow.
  const fillFrom = first > today ? first : dayAfter(today, 1);
  const { people: users = [], patterns = [] } = choice.data ?? {};
  const edits = can('shift:edit');
  return (
    <div className="flex flex-col min-h-0 bg-container h-full">
      <Toolbar as="header" className="shift-head flex-wrap">
        {tabs}
        <fieldset className="inline-flex items-center gap-1 flex-1" aria-label="周">
          <Button kind="icon" aria-label="上一周" onClick={() => go(-7)}>
            <ChevronLeft size={16} aria-hidden />
          </Button>
          <Button onClick={() => setQuery({ week: null })}>本周</Button>
          <Button kind="icon" aria-label="下一周" onClick={() => go(7)}>
            <ChevronRight size={16} aria-hidden />
          </Button>
          <span className="text-[13px] text-text2 whitespace-nowrap ml-2">
            {first} 至 {last.slice(5)}
          </span>
        </fieldset>
        {edits && (
          <ImportButton
            rowLabel="排班"
            upload={shiftApi.importRoster}
            template={shiftApi.getImportTemplate}
            onChanged={changed}
          />
        )}
        {edits && (
          <Button onClick={() => setFillForm({ values: { from: fillFrom, to: last > fillFrom ? last : fillFrom } })}>
            按班次排班
          </Button>
        )}
        {edits && (
          <Button kind="primary" onClick={() => setTurnForm({ values: { day: today, patternId: usual(patterns) } })}>
            <Plus size={14} aria-hidden /> 排班
          </Button>
        )}
      </Toolbar>
      {duty.data && <OnDuty {...duty.data} />}
      {roster.problem !== undefined && (
        <p className="p-4" role="alert">
          排班没有取到：{roster.problem}
        </p>
      )}
      {roster.data && choice.data ? (
        <WeekTable
          days={week}
          today={today}
          users={users}
          patterns={patterns}
          turns={roster.data}
          onAdd={
            edits ? (userId, day) => setTurnForm({ values: { userId, day, patternId: usual(patterns) } }) : undefined
          }
          onEdit={(values) => setTurnForm({ values })}
          onSwap={setSwapping}
          onChanged={changed}
        />
      ) : (
        roster.problem === undefined && <Skeleton lines={[0, 0, 0, 0]} className="p-4" />
      )}
      <TurnForm
        open={turnForm}
        onClosed={() => setTurnForm(undefined)}
        choice={{ people: users, patterns }}
        onDone={changed}
      />
      <FillForm
        open={fillForm}
        onClosed={() => setFillForm(undefined)}
        choice={{ people: users, patterns }}
        onDone={changed}
      />
      {swapping && (
        <SwapForm turn={swapping} others={roster.data ?? []} onDone={changed} onClosed={() => setSwapping(undefined)} />
      )}
    </div>
  );
}
