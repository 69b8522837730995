import type { ReactNode } from 'react';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { Rows } from './useSectionRows.ts';

interface Props<T> extends Rows<T> {
  /** What the rows are: 设备. */
  what: string;
  /** Said where there are none. */
  nothing: string;
  children: (rows: readonly T[], count: number) => ReactNode;
}

/** Rows of a section, or why there are none; what failed says so and leaves the other sections alone. */
export function SectionRows<T>({ data, problem, retry, what, nothing, children }: Props<T>) {
  return (
    <>
      {problem && (
        <p className="f13 red" role="alert">
          {what}没有取到：{problem}。其他部分不受影响。 <LinkButton onClick={retry}>重试</LinkButton>
        </p>
      )}
      {!data && !problem && <Skeleton lines={[0, 0]} />}
      {data && (data.rows.length === 0 ? <p className="f13 soft">{nothing}</p> : children(data.rows, data.count))}
    </>
  );
}
