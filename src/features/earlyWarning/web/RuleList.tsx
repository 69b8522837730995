import { useMemo, useState } from 'react';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { type WarnLevel, warnLevels } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { duration, missing } from '#web/data/format.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useCall } from '#web/screen/useCall.ts';
import type { ColumnOf, RowOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { rule, ruleApi } from '../contract/rule.ts';

type RuleRow = RowOf<typeof ruleApi.getRuleList>;

const endpoints = {
  list: ruleApi.getRuleList,
  remove: ruleApi.deleteRule,
  status: ruleApi.updateRuleStatus,
};

const dayMs = 86_400_000;
const spans = [
  { key: '7', label: '7 天' },
  { key: '30', label: '30 天' },
] as const;
type SpanKey = (typeof spans)[number]['key'];

/** Opens the editor of a rule in a tab. */
function openRule({ id }: RuleRow): void {
  location.hash = `#/healthy/early_warning/rule/${id}`;
}

/** Returns what the rules raised in the last days, by rule. */
function useFigures(span: SpanKey) {
  const [opened] = useState(now);
  const from = opened - Number(span) * dayMs;
  const { data } = useCall(
    earlyWarningApi.getRuleFigures,
    { from: new Date(from).toISOString(), to: new Date(opened).toISOString() },
    { keep: true },
  );
  return useMemo(() => data && new Map(data.map((figures) => [figures.id, figures])), [data]);
}

const cells = {
  name: ({ name }: RuleRow) => <strong>{name}</strong>,
  level: ({ level, kind }: RuleRow) =>
    level === null ? (
      <span className="text-text3">{kind === 'news2' ? '按分数' : '按界限'}</span>
    ) : (
      <span className="inline-flex items-center gap-1">
        <LevelSign level={level as WarnLevel} size={14} />
        {warnLevels[level as WarnLevel]}
      </span>
    ),
  people: ({ people, unfed }: RuleRow) => (
    <span className="inline-flex items-center gap-1.5">
      {unfed && people > 0 && <Badge tone="notice">无数据</Badge>}
      {people === 0 ? <Badge tone="warn">没有人</Badge> : people}
    </span>
  ),
};

type Figures = NonNullable<ReturnType<typeof useFigures>>;

/** Columns of what the rules raised. */
function figureColumns(figures: Figures | undefined): readonly ColumnOf<typeof ruleApi.getRuleList>[] {
  const count = (of: 'raised' | 'confirmed' | 'unneeded' | 'ignored') => ({
    ...{ key: of, width: 72, align: 'right' as const },
    render: ({ id }: RuleRow) => (figures ? (figures.get(id)?.[of] ?? 0) : missing),
  });
  return [
    { ...count('raised'), title: '报出' },
    { ...count('confirmed'), title: '属实' },
    { ...count('unneeded'), title: '不必' },
    { ...count('ignored'), title: '忽略' },
    {
      ...{ key: 'medianSeconds', title: '中位用时', width: 96, align: 'right' },
      render: ({ id }) => duration(figures?.get(id)?.medianSeconds),
    },
  ];
}

/** List of rules: whom each covers, and what it raised. */
export function RuleList() {
  const [span, setSpan] = useState<SpanKey>('7');
  const figures = useFigures(span);
  const columns = useMemo(
    () => [
      ...(['name', 'kind', 'metric', 'level', 'people'] as const),
      ...figureColumns(figures),
      ...(['status', 'cooldownMinutes', 'remark'] as const),
    ],
    [figures],
  );
  return (
    <ListScreen
      resource={rule}
      endpoints={endpoints}
      cells={cells}
      columns={columns}
      onOpen={openRule}
      switched={{
        question: ({ name }) => `停用「${name}」？`,
        note: '停用后不再判这条规则，已经报出的预警不变。',
        ok: '停用',
      }}
      toolbar={
        <>
          <Segments label="成效" segments={spans} value={span} onChange={setSpan} />
          {can('earlyWarning:rule') && (
            <AddButton
              label="新增规则"
              onAdd={() => {
                location.hash = '#/healthy/early_warning/rule/add';
              }}
            />
          )}
        </>
      }
      nothing="还没有规则。"
      table={{ actionsWidth: 128 }}
    />
  );
}
