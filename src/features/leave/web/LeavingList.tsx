import { Printer } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { leaveApi, leavingItems } from '#features/leave/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { fullTime } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import './leaving.css';

type Leaving = NonNullable<OutputOf<typeof leaveApi.getCustomerState>['leaving']>;
type Item = keyof typeof leavingItems;

const items = Object.keys(leavingItems) as Item[];

interface Props {
  customerId: string;
  title: string;
  name: string;
  leaving: Leaving;
  onChanged: () => void;
}

const failed = '没有保存';

/** Prints the list of the clicked button only: hidden tabs may contain further lists. */
function printList({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const list = currentTarget.closest('.leaving-list');
  list?.classList.add('printed');
  window.addEventListener('afterprint', () => list?.classList.remove('printed'), { once: true });
  window.print();
}

/** Shows 退住/死亡手续 after the end of a service, printable; one line once all items are ticked. */
export function LeavingList({ customerId, title, name, leaving, onChanged }: Props) {
  const [formOpen, setFormOpen] = useState(false);
  const remaining = items.filter((item) => leaving[item] === null);
  const editable = can('customer:edit');
  const sealed = leaving.archiveSealed !== null;

  async function tick(item: Item): Promise<void> {
    const done = leaving[item] === null;
    if (done && item === 'relativesTold') return setFormOpen(true);
    const seals = done && item === 'archiveSealed';
    if (seals && !(await box.confirm('封存后健康档案只能查看。确定封存？', { ok: '封存' }))) return;
    await withToast(() => callApi(leaveApi.tickLeaving, { customerId, item, done }), { done: null, failed });
    onChanged();
  }

  if (remaining.length === 0) return <p className="text-[13px] text-text2">{title}已全部办完</p>;
  return (
    <Callout as="section" aria-label={title} className="leaving-list">
      <div className="flex items-center justify-between gap-2">
        <b>
          {title} · {name} <span className="font-normal text-text2">还有 {remaining.length} 项</span>
        </b>
        <Button kind="link" className="leaving-print inline-flex items-center gap-1" onClick={printList}>
          <Printer size={14} aria-hidden /> 打印
        </Button>
      </div>
      <ul className="mt-1.5">
        {items.map((item) => (
          <li key={item}>
            <label className="flex items-center flex-wrap gap-2">
              <input
                type="checkbox"
                checked={leaving[item] !== null}
                disabled={!editable || (sealed && item !== 'archiveSealed')}
                onChange={() => void tick(item)}
              />
              {leavingItems[item]}
              {leaving[item] !== null && (
                <span className="text-xs text-text2">
                  {item === 'relativesTold' && `${leaving.relatives} · `}
                  {fullTime(leaving[item])}
                </span>
              )}
            </label>
          </li>
        ))}
      </ul>
      {formOpen && <RelativesForm customerId={customerId} onDone={onChanged} onClosed={() => setFormOpen(false)} />}
    </Callout>
  );
}

function RelativesForm({ customerId, ...rest }: { customerId: string; onDone: () => void; onClosed: () => void }) {
  return (
    <DialogForm<null>
      open
      initial={{ at: new Date().toISOString() }}
      title="已告知家属"
      size="small"
      fields={
        [
          { kind: 'text', field: 'relatives', label: '告知了谁', maxLength: 100, required: true, wide: true },
          { kind: 'datetime', field: 'at', label: '时间', latest: 'today', required: true, wide: true },
        ] satisfies FieldOf<typeof leaveApi.tickLeaving>[]
      }
      submit={(values) =>
        callValidated(leaveApi.tickLeaving, { customerId, item: 'relativesTold', done: true, ...values })
      }
      submitText="保存"
      failText={failed}
      {...rest}
    />
  );
}
