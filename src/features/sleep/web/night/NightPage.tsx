import { useEffect } from 'react';
import { sleepApi } from '#features/sleep/contract.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import '#web/record/record.css';
import './night.css';
import { NightBody } from './NightBody.tsx';
import { NightHead } from './NightHead.tsx';
import { NightTrend } from './NightTrend.tsx';

/** Spans of the trend; none: the one night. */
export const spans = ['7', '30', '90'] as const;

/** Page of one night (picture 18): signs, stages with heart and breath on one time axis, the person's own range. */
export default function NightPage({ id }: { id: string }) {
  const { data, problem, reload } = useCall(sleepApi.getNight, { id }, { first: true });
  const { setTitle, query, setQuery } = useScreen();
  // Dictionary labels may load after the night.
  useDictionaryLists();
  const name = data?.customerName;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  if (!data) return <TreeTrouble what="睡眠数据" problem={problem} onRetry={() => void reload()} />;
  const days = spans.find((span) => span === query.get('days'));
  return (
    <div
      className="record-page night-page flex flex-col min-h-0 bg-container h-full overflow-y-auto"
      data-scroll="night"
    >
      <NightHead
        night={data}
        days={days}
        onSpan={(span) => setQuery({ days: span === 'one' ? null : span })}
        onChanged={() => void reload()}
      />
      {problem && <StaleStrip what="睡眠数据" problem={problem} onRetry={() => void reload()} />}
      {days ? <NightTrend night={data} days={days} /> : <NightBody night={data} />}
    </div>
  );
}
