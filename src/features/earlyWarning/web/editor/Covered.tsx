import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { useRested } from '#web/core/useRested.ts';
import { count } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { type RuleDraft, type StoredRule, scopeOf, signsOf } from './draft.ts';

type Input = InputOf<(typeof earlyWarningApi)['getRulePeople']>;
type People = OutputOf<(typeof earlyWarningApi)['getRulePeople']>;

/** Returns what is missing to the people of a rule in words. */
function unfedText({ people, unfed }: People, values: string): string | undefined {
  if (people === 0) return '现在没有这样的客户，不会报';
  if (unfed === 0) return undefined;
  return unfed === people ? `近 7 天谁都没有${values}，不会报` : `${count(unfed)} 位近 7 天没有${values}，对他们不会报`;
}

/** How many people the draft covers as it stands, and how many of them have no such value. */
export function Covered({ draft, row }: { draft: RuleDraft; row: StoredRule | undefined }) {
  const scope = scopeOf(draft);
  const hasSome = scope.all === true || Object.keys(scope).some((key) => key !== 'projectId');
  const rested = useRested(JSON.stringify({ scope, metric: signsOf(draft) }));
  const { data, problem } = useCall(earlyWarningApi.getRulePeople, JSON.parse(rested) as Input, {
    ...{ enabled: hasSome, keep: true, staleTime: 60_000 },
  });
  if (!hasSome) return null;
  if (problem) return <p className="text-[13px] text-text2">没有数出人数：{problem}</p>;
  const unfed = data && unfedText(data, signsOf(draft).length > 1 ? '这些值' : '这个值');
  return (
    <p className="text-[13px] text-text2" role="status">
      覆盖 <b className="text-text">{data ? count(data.people) : '…'}</b> 位
      {row && data && row.people !== data.people && `（现行 ${count(row.people)} 位）`}
      {unfed && <span className="text-level3-text">，{unfed}</span>}
    </p>
  );
}
