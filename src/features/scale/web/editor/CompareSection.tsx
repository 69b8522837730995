import { useMemo } from 'react';
import type { Draft } from '../draft/draft.ts';
import { compareDefinitions } from '../words/compare.ts';
import { Differences } from '../words/Differences.tsx';
import { useEditing } from './editing.ts';

/** 对比: what the draft changes of the version before. */
export function CompareSection({ former }: { former: Draft }) {
  const { draft } = useEditing();
  const differences = useMemo(() => compareDefinitions(former, draft), [former, draft]);
  return (
    <section className="flex flex-col gap-3" aria-label="对比">
      <p className="text-[13px] text-text3">
        比第 {former.version} 版。保存后是第 {draft.version} 版；已经用第 {former.version} 版做的评估不变。
      </p>
      <Differences {...{ differences, none: '还没有改动。' }} />
    </section>
  );
}
