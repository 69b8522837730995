import { Link2Off } from 'lucide-react';
import { ExceptionCard } from '#web/exception/ExceptionPage.tsx';
import { Button } from '#web/ui/Button.tsx';

/** State of a link that is being opened, or the reason why it failed. */
export function Unopened({ problem }: { problem: string | undefined }) {
  if (!problem) return <main className="open-page flex flex-col gap-6 w-full" aria-busy="true" />;
  return (
    <ExceptionCard sign={<Link2Off />} title="没有打开">
      <p>{problem}</p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <Button kind="primary" onClick={() => location.reload()}>
          再试一次
        </Button>
      </div>
    </ExceptionCard>
  );
}
