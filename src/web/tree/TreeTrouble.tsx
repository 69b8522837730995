import { Button } from '#web/ui/Button.tsx';
import './tree.css';

/** Message for a tree that failed to load, with a retry; nothing while it loads. */
export function TreeTrouble({
  what,
  problem,
  onRetry,
}: {
  what: string;
  problem: string | undefined;
  onRetry: () => void;
}) {
  if (!problem) return <p className="tree-empty text-center text-text2">加载中</p>;
  return (
    <div className="tree-empty text-center text-text2" role="alert">
      <p>
        {what}没有取到：{problem}。告警接收不受影响。
      </p>
      <Button onClick={onRetry}>重试</Button>
    </div>
  );
}
