import './pages.css';
import { Blocks } from 'lucide-react';

/** A screen that is not built yet says what will stand here. */
export function PlannedPage({ title, planned }: { title: string; planned: string | undefined }) {
  return (
    <div className="planned">
      <Blocks size={48} strokeWidth={1.2} aria-hidden="true" />
      <h1>{title}</h1>
      <p>{planned ?? '这一页还没有内容。'}</p>
      <p className="planned-note">这个页面尚在建设。告警接收不受影响。</p>
    </div>
  );
}
