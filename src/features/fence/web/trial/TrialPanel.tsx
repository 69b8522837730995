import { Select } from 'antd';
import { useId } from 'react';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { unusableReasons } from '#features/fence/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import type { Person } from '../editor/usePeople.ts';
import { DayBars } from './DayBars.tsx';
import type { TrialResult } from './useTrial.ts';

interface Props {
  customerId: string | undefined;
  onCustomer: (id: string | undefined) => void;
  /** People of the fence, for the choice. */
  ids: readonly string[];
  people: ReadonlyMap<string, Person>;
  shown: TrialResult | undefined;
  problem: string | undefined;
  isLoading: boolean;
  /** Size of the fence in force: 250 m. */
  storedSize: string | undefined;
}

function PersonChoice({
  customerId,
  onCustomer,
  ids,
  people,
}: Pick<Props, 'customerId' | 'onCustomer' | 'ids' | 'people'>) {
  const id = useId();
  if (ids.length === 0)
    return (
      <div className="fence-customer">
        <label className="sr-only" htmlFor={id}>
          试算的人
        </label>
        <CustomerField
          value={customerId}
          disabled={false}
          attributes={{ id }}
          onChange={(chosen) => onCustomer(typeof chosen === 'string' ? chosen : undefined)}
        />
      </div>
    );
  return (
    <Select
      className="w-36"
      aria-label="试算的人"
      value={customerId ?? null}
      options={ids.map((value) => ({ value, label: people.get(value)?.name ?? '…' }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onCustomer}
    />
  );
}

/** Fixes that said something, and those that did not by reason. */
function Used({ trial: { verdicts }, more }: TrialResult) {
  const counts = Map.groupBy(verdicts, (verdict) => verdict);
  const of = (verdict: (typeof verdicts)[number]) => counts.get(verdict)?.length ?? 0;
  const used = of('inside') + of('outside');
  const left = keysOf(unusableReasons).filter((reason) => of(reason) > 0);
  const reasons = left.map((reason) => `${unusableReasons[reason]} ${count(of(reason))}`).join(' · ');
  return (
    <span className="ml-auto text-xs text-text2" data-used={used}>
      用了 {count(used)} 个定位；没用 {count(verdicts.length - used)}
      {reasons && `：${reasons}`}
      {more && '；更早的没有取'}
    </span>
  );
}

function Summary({ shown, storedSize }: { shown: TrialResult; storedSize: string | undefined }) {
  const rings = shown.trial.events.filter((event) => event.rings).length;
  return (
    <p className="text-[13px]" role="status" data-rings={rings} data-events={shown.trial.events.length}>
      会报 <b className={rings > 0 ? 'text-level2-text' : ''}>{rings} 次</b>
      {shown.storedRings !== undefined && `，现行${storedSize ? ` ${storedSize} ` : ''}会报 ${shown.storedRings} 次`}
      {shown.isSlow && <span className="text-text3">（定位很多，松手后重算）</span>}
    </p>
  );
}

function explain({ problem, isLoading, customerId, shown }: Props): string | undefined {
  if (!can('location:track')) return '没有查看轨迹的权限，不能试算。';
  if (problem) return `没有试算：${problem}`;
  if (!customerId) return '选一个人，看围栏在过去 7 天会报几次。';
  if (isLoading) return '正在取过去 7 天的定位…';
  if (!shown) return '画好范围后试算。';
  return shown.fixes.length === 0 ? '这段时间没有定位。' : undefined;
}

/** 试算 7 天: what the fence would have told of one person. */
export function TrialPanel(props: Props) {
  const { shown, storedSize } = props;
  const text = explain(props);
  return (
    <section className="fence-trial flex flex-col gap-1 border-t border-line" aria-label="试算 7 天">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-sm font-bold">试算 7 天</h2>
        {can('location:track') && <PersonChoice {...props} />}
        {shown && !text && <Summary shown={shown} storedSize={storedSize} />}
        {shown && !text && <Used {...shown} />}
      </div>
      {text ? (
        <p className="text-[13px] text-text3 py-4" role="status">
          {text}
        </p>
      ) : (
        shown && (
          <DayBars days={shown.days} zone={shown.zone} badTitle={shown.fence.kind === 'forbidden' ? '在内' : '在外'} />
        )
      )}
    </section>
  );
}
