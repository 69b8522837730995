import { Button } from './Button.tsx';
import { Strip } from './Strip.tsx';

interface Props {
  /** What is shown below as last received. */
  what: string;
  problem: string;
  onRetry: () => void;
}

/** Notice above data that could not be refreshed: why, how old it is, and a retry. */
export function StaleStrip({ what, problem, onRetry }: Props) {
  return (
    <Strip tone="warn" role="alert">
      {what}没有更新：{problem}。下面是上次取到的。
      <Button kind="link" onClick={onRetry}>
        重试
      </Button>
    </Strip>
  );
}
