import type { ReactNode } from 'react';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { Rows } from './useSectionRows.ts';

interface Props<T> extends Rows<T> {
  /** Label of the rows: 设备. */
  what: string;
  /** Text without rows. */
  nothing: string;
  children: (rows: readonly T[], count: number) => ReactNode;
}

/** Shows a section's rows, or why there are none; an error affects this section only. */
export function SectionRows<T>({ data, problem, retry, what, nothing, children }: Props<T>) {
  return (
    <>
      {problem && (
        <p className="text-[13px] text-level1-text" role="alert">
          {what}没有取到：{problem}。其他部分不受影响。 <LinkButton onClick={retry}>重试</LinkButton>
        </p>
      )}
      {!data && !problem && <Skeleton lines={[0, 0]} />}
      {data &&
        (data.rows.length === 0 ? (
          <p className="text-[13px] text-text2">{nothing}</p>
        ) : (
          children(data.rows, data.count)
        ))}
    </>
  );
}
