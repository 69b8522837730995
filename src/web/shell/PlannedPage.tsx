import { Empty } from '#web/ui/Empty.tsx';
import './pages/pages.css';
import { Blocks } from 'lucide-react';

/** Page of a screen that is not built yet, with its plan. */
export function PlannedPage({ title, planned }: { title: string; planned: string | undefined }) {
  return (
    <Empty className="planned middle fill on-container whole-page">
      <Blocks size={48} strokeWidth={1.2} aria-hidden="true" />
      <h1 className="f16 l24 above-4">{title}</h1>
      <p>{planned ?? '这一页还没有内容。'}</p>
      <p className="f12 faint">这个页面尚在建设。告警接收不受影响。</p>
    </Empty>
  );
}
