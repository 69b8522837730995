import type { ReactNode } from 'react';
import type { Loaded } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

interface Props<T> extends Pick<Loaded<T>, 'data' | 'problem' | 'reload'> {
  /** Label of the content: 告警. */
  what: string;
  children: (data: T) => ReactNode;
}

/** Shows a section's data, or why there is none; an error affects this section only. */
export function SectionPart<T>({ data, problem, reload, what, children }: Props<T>) {
  return (
    <>
      {problem && (
        <p className="text-[13px] text-level1-text" role="alert">
          {what}没有取到：{problem}。其他部分不受影响。{' '}
          <Button kind="link" onClick={() => void reload()}>
            重试
          </Button>
        </p>
      )}
      {!data && !problem && <Skeleton lines={[0, 0]} />}
      {data && children(data)}
    </>
  );
}
