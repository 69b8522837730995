import type { ReactNode } from 'react';
import type { Paged } from '#shared/envelope.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { SectionPart } from './SectionPart.tsx';

interface Props<T> extends Loaded<Paged<T>> {
  /** Label of the rows: 设备. */
  what: string;
  /** Text without rows. */
  nothing: string;
  children: (rows: readonly T[], count: number) => ReactNode;
}

/** Shows a section's rows, or why there are none; an error affects this section only. */
export function SectionRows<T>({ nothing, children, ...read }: Props<T>) {
  return (
    <SectionPart {...read}>
      {({ rows, count }) =>
        rows.length === 0 ? <p className="text-[13px] text-text2">{nothing}</p> : children(rows, count)
      }
    </SectionPart>
  );
}
