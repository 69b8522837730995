import { useState } from 'react';
import type { leaveApi } from '#features/leave/contract.ts';
import { leaveKinds } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { can } from '#web/api/session.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { Loaded } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { LeaveForm } from './LeaveForm.tsx';
import { type Away, ReturnForm } from './ReturnForm.tsx';

type Leave = OutputOf<typeof leaveApi.getLeaveList>;

interface Props {
  customer: { id: string; name: string };
  /** Service states in which a leave is possible. */
  served: boolean;
  rows: Loaded<Paged<Leave>>;
  onChanged: () => void;
}

const Time = ({ at }: { at: string }) => <time title={fullTime(at)}>{listTime(at)}</time>;

/** Lists the leaves, newest first, with the return; offers 请假, or 销假 during a leave. */
export function Leaves({ customer, served, rows, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  const [returning, setReturning] = useState<Away>();
  const edits = can('customer:edit');
  const away = rows.data?.rows.some(({ returnedAt }) => returnedAt === null) ?? true;
  return (
    <section className="flex flex-col gap-1" aria-label="请假">
      <div className="flex items-center justify-between gap-2">
        <b>请假</b>
        {edits && served && !away && <Button onClick={() => setAsking(true)}>请假…</Button>}
      </div>
      <SectionRows {...rows} what="请假" nothing="没有请假记录">
        {(leaves, count) => (
          <>
            <ul className="text-[13px]">
              {leaves.map((leave) => (
                <li key={leave.id} className="flex items-center flex-wrap gap-x-3 py-1.5 border-b border-line">
                  <b>{leaveKinds[leave.kind]}</b>
                  <span>
                    <Time at={leave.from} /> 离开
                  </span>
                  {leave.returnedAt === null ? (
                    <span className="text-level2-text">
                      预计 <Time at={leave.expectedReturn} /> 返回
                    </span>
                  ) : (
                    <span className="text-text2">
                      <Time at={leave.returnedAt} /> 返回
                    </span>
                  )}
                  {(leave.companion || leave.phone) && (
                    <span className="text-text2">陪同 {[leave.companion, leave.phone].filter(Boolean).join(' ')}</span>
                  )}
                  {leave.note && <span className="text-text3 wrap-anywhere">{leave.note}</span>}
                  {edits && leave.returnedAt === null && (
                    <Button kind="link" onClick={() => setReturning(leave)}>
                      销假…
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {count > leaves.length && (
              <p className="text-[13px] text-text3">
                最近 {leaves.length} 次，共 {count} 次
              </p>
            )}
          </>
        )}
      </SectionRows>
      {asking && <LeaveForm customer={customer} onDone={onChanged} onClosed={() => setAsking(false)} />}
      {returning && (
        <ReturnForm
          name={customer.name}
          leave={returning}
          onDone={onChanged}
          onClosed={() => setReturning(undefined)}
        />
      )}
    </section>
  );
}
