import { Link2Off } from 'lucide-react';
import { ExceptionCard } from '#web/exception/ExceptionPage.tsx';

/** State of a link that is being opened, or the reason why it failed. */
export function Unopened({ problem }: { problem: string | undefined }) {
  if (!problem) return <main className="open-page stack gap-24 full-width" aria-busy="true" />;
  return (
    <ExceptionCard sign={<Link2Off />} title="没有打开">
      <p>{problem}</p>
      <div className="touch flex wrap middle gap-8">
        <button type="button" className="button primary" onClick={() => location.reload()}>
          再试一次
        </button>
      </div>
    </ExceptionCard>
  );
}
