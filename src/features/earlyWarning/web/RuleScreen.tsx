import { lazy, Suspense } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { RuleList } from './RuleList.tsx';

const RulePage = lazy(() => import('./editor/RulePage.tsx'));

/** 预警规则 (domain.md 6.26): the list, and below it the editor of one rule, `add` for a new one. */
export default function RuleScreen() {
  const id = useScreen().path.split('/')[4];
  if (!id) return <RuleList />;
  return (
    <Suspense fallback={null}>
      <RulePage id={id === 'add' ? undefined : id} />
    </Suspense>
  );
}
