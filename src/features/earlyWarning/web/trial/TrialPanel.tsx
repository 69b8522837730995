import { Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { CustomerField, type FoundCustomer, findsCustomers } from '#features/customerEntry/web/service.ts';
import { type WarnLevel, warnLevels } from '#shared/codes.ts';
import { now } from '#web/core/now.ts';
import { duration, listTime } from '#web/data/format.ts';
import { Tile } from '#web/ui/Tile.tsx';
import { type RuleDraft, type StoredRule, signsOf } from '../editor/draft.ts';
import { type Comparison, compare } from './compare.ts';
import { DrawnPanel } from './DrawnPanel.tsx';
import { SignCourse } from './SignCourse.tsx';
import { TrialTable } from './TrialTable.tsx';
import { type PersonTrial, useTrial } from './useTrial.ts';

interface Props {
  draft: RuleDraft;
  row: StoredRule | undefined;
  /** The draft breaks no rule but that of its name. */
  isWhole: boolean;
  /** Person with whom the page opens. */
  customerId: string | undefined;
  onPerson: (person: FoundCustomer | undefined) => void;
}

const dayMs = 86_400_000;
/** Numbers that find room above a curve. */
const mostNumbers = 25;
const lengths = [30, 14, 7].map((value) => ({ value, label: `${value} 天` }));

/** Returns 重要 1 · 一般 1. */
function levelsText(warnings: PersonTrial['warnings']): string {
  const counts = Map.groupBy(warnings, ({ level }) => level as WarnLevel);
  return [...counts.keys()]
    .sort()
    .map((level) => `${warnLevels[level]} ${counts.get(level)?.length}`)
    .join(' · ');
}

interface OutcomeProps extends Pick<Props, 'row'> {
  own: PersonTrial;
  former: PersonTrial | undefined;
  comparison: Comparison;
  isLoading: boolean;
}

function Outcome({ own, former, row, comparison: { raised, dropped, latest }, isLoading }: OutcomeProps) {
  return (
    <ul className="tiles rule-tiles border-b border-line" aria-label="试算结果" aria-busy={isLoading}>
      <Tile
        name={row ? '这一版会报' : '会报'}
        figure={String(raised.length)}
        unit="条"
        note={levelsText(own.warnings)}
      />
      {former && row && (
        <>
          <Tile
            name={`现行第 ${row.version} 版`}
            figure={String(former.warnings.length)}
            unit="条"
            note={dropped.length > 0 ? `多 ${dropped.length} 条` : '没有多报'}
          />
          <Tile name="最多晚知道" figure={latest === 0 ? '0' : duration(latest / 1000)} note="同一次里与现行比" />
        </>
      )}
    </ul>
  );
}

interface PersonProps extends Pick<Props, 'draft' | 'row' | 'isWhole'> {
  customerId: string | undefined;
  days: number;
}

function PersonPart({ draft, row, isWhole, customerId, days }: PersonProps) {
  // A rule of another sign is no version of this one.
  const inForce = row?.metric === draft.metric ? row : undefined;
  const { own, former, problem, isLoading } = useTrial({ draft, row: inForce, isWhole }, customerId, days);
  const [opened] = useState(now);
  const [from, to] = [opened - days * dayMs, opened];
  const span = useMemo(() => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }), [from, to]);
  const signs = signsOf(draft);
  const comparison = useMemo(() => own && compare(own.warnings, former?.warnings ?? []), [own, former]);
  if (!customerId) return <Note text="选一个人，看这条规则在过去 30 天会报几次。" />;
  if (!isWhole) return <Note text="填完整后试算。" />;
  if (problem) return <Note text={`没有试算：${problem}`} />;
  if (!own || !comparison) return <Note text="正在试算…" />;
  return (
    <>
      <Outcome {...{ own, former, comparison, isLoading }} row={inForce} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 text-[13px]">
        <span className="text-xs text-text2">底色是从触发到结束{former ? '，虚圈只有现行版报' : ''}</span>
        <span className="ml-auto text-xs text-text3">
          {listTime(new Date(own.at).toISOString())} 算完，{Math.max(0.1, own.took / 1000).toFixed(1)}{' '}
          秒，不存入任何记录
        </span>
      </div>
      {signs.map((sign, index) => (
        <SignCourse
          key={sign}
          {...{ draft, sign, customerId, comparison, from, to, span }}
          isOneOfMany={signs.length > 1}
          isNumbered={index === 0 && comparison.raised.length <= mostNumbers}
        />
      ))}
      <div className="px-4 pb-4">
        <TrialTable comparison={comparison} isNew={!inForce} />
      </div>
    </>
  );
}

function Note({ text }: { text: string }) {
  return (
    <p className="px-4 py-6 text-[13px] text-text3" role="status">
      {text}
    </p>
  );
}

/** 试算: what the rule would have raised, of one person or of drawn people (picture 17c). */
export function TrialPanel({ draft, row, isWhole, customerId, onPerson }: Props) {
  const [days, setDays] = useState(30);
  const [chosen, setChosen] = useState<string | undefined>(
    customerId ?? (draft.part === 'customerIds' ? draft.scope.customerIds?.[0] : undefined),
  );
  const personId = useId();
  return (
    <section className="rule-trial flex flex-col flex-1 min-w-0 min-h-0 overflow-y-auto" aria-label="试算">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="text-sm font-bold">试算</h2>
        {findsCustomers() && (
          <div className="rule-person">
            <label className="sr-only" htmlFor={personId}>
              试算的人
            </label>
            <CustomerField
              value={chosen}
              disabled={false}
              attributes={{ id: personId }}
              onPick={(person) => onPerson(person as FoundCustomer | undefined)}
              onChange={(id) => setChosen(typeof id === 'string' ? id : undefined)}
            />
          </div>
        )}
        <Select className="w-24" aria-label="试算天数" value={days} options={lengths} onChange={setDays} />
      </div>
      <PersonPart {...{ draft, row, isWhole, days }} customerId={chosen} />
      <DrawnPanel {...{ draft, row, isWhole, days }} />
    </section>
  );
}
