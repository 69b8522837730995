import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { call } from '#web/call/request.ts';
import { missing } from '#web/data/format.ts';
import type { FormValues } from '#web/form/types.ts';
import { Note } from '#web/ui/Note.tsx';
import type { CustomerRecord } from '../record/types.ts';

export type Duplicate = OutputOf<typeof customerApi.checkCustomer>['duplicates'][number];

/** ms after the last key. */
const after = 500;
const asked = ['id', 'name', 'idType', 'idNo', 'birthDate', 'mobile', 'phone'] as const;

/** Who may be the same as what stands in the form, looked for while one types. */
export function useDuplicates(values: FormValues): readonly Duplicate[] {
  const [found, setFound] = useState<readonly Duplicate[]>([]);
  const filled = asked.flatMap((field) => (values[field] ? [[field, values[field]]] : []));
  const key = JSON.stringify(Object.fromEntries(filled));
  useEffect(() => {
    const input = JSON.parse(key) as Record<string, string>;
    const known = input.name && (input.idNo || input.birthDate || input.mobile || input.phone);
    const stop = new AbortController();
    if (!known) return setFound([]);
    const timer = setTimeout(() => {
      void call(customerApi.checkCustomer, input, { signal: stop.signal }).then(
        ({ duplicates }) => setFound(duplicates),
        // Saving says what is wrong.
        () => setFound([]),
      );
    }, after);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  return found;
}

const rows = [
  ['姓名', 'name'],
  ['出生日期', 'birthDate'],
  ['证件号', 'idNo'],
  ['手机号', 'mobile'],
  ['固定电话', 'phone'],
  ['社区', 'community'],
  ['详细地址', 'address'],
] as const;

interface Props {
  duplicate: Duplicate;
  values: FormValues;
  /** It was looked at, and is somebody else. */
  onAccept: () => void;
}

/** Somebody who may be the same, beside what was typed. */
export function DuplicateNote({ duplicate, values, onAccept }: Props) {
  const { id, msg, reason } = duplicate;
  const [other, setOther] = useState<CustomerRecord>();
  useEffect(() => {
    const stop = new AbortController();
    if (id) void call(customerApi.getCustomer, { id }, { signal: stop.signal }).then(setOther, () => undefined);
    return () => stop.abort();
  }, [id]);
  return (
    <Note tone={reason === 'idNo' ? 'urgent' : 'notice'} className="below-12 pad-x-14 pad-y-10" role="alert">
      <strong>{msg}</strong>
      {other && (
        <table className="duplicate-table f13">
          <thead>
            <tr>
              <th aria-label="字段" />
              <th scope="col">你填的</th>
              <th scope="col">已有客户 {other.no}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, field]) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>{String(values[field] ?? '') || missing}</td>
                <td>{other[field] ?? missing}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="row gap-8 above-8">
        {id && (
          <Button size="small" href={`#/customer/list/${id}`}>
            打开已有
          </Button>
        )}
        {reason !== 'idNo' && (
          <Button size="small" onClick={onAccept}>
            仍然保存
          </Button>
        )}
      </div>
    </Note>
  );
}
