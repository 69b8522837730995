import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { missing } from '#web/data/format.ts';
import type { FormValues } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';

type CustomerRow = OutputOf<typeof customerApi.getCustomerList>;
export type Duplicate = OutputOf<typeof customerEntryApi.checkCustomer>['duplicates'][number];

/** Delay after the last key, ms. */
const debounceMs = 500;
const checkedFields = ['id', 'name', 'idType', 'idNo', 'birthDate', 'mobile', 'phone'] as const;

/** Returns possible duplicates of the form's customer, searched while the user types. */
export function useDuplicates(values: FormValues): readonly Duplicate[] {
  const [duplicates, setDuplicates] = useState<readonly Duplicate[]>([]);
  const filled = checkedFields.flatMap((field) => (values[field] ? [[field, values[field]]] : []));
  const key = JSON.stringify(Object.fromEntries(filled));
  useEffect(() => {
    const input = JSON.parse(key) as Record<string, string>;
    const checkable = input.name && (input.idNo || input.birthDate || input.mobile || input.phone);
    const stop = new AbortController();
    if (!checkable) return setDuplicates([]);
    const timer = setTimeout(() => {
      void callApi(customerEntryApi.checkCustomer, input, { signal: stop.signal }).then(
        ({ duplicates }) => setDuplicates(duplicates),
        // Saving reports the problem.
        () => setDuplicates([]),
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  return duplicates;
}

/** Compares the typed values with the other customer's list row, because opening a record would be logged. */
function compared(values: FormValues, other: CustomerRow): [label: string, typed: unknown, known: unknown][] {
  const { name, birthDate, idNo, mobile, phone, street, community, address } = values;
  const age = typeof birthDate === 'string' ? ageOn(birthDate, todayInChina(now())) : null;
  return [
    ['姓名', name, other.name],
    ['年龄', age, other.age],
    ['证件号', idNo, other.idNo],
    ['电话', mobile ?? phone, other.mobile],
    ['居住地址', [street, community, address].filter(Boolean).join(''), other.address],
  ];
}

interface Props {
  duplicate: Duplicate;
  values: FormValues;
  /** Called when the user confirms that the customer is a different one. */
  onAccept: () => void;
}

/** Shows a possible duplicate next to the typed values. */
export function DuplicateNote({ duplicate, values, onAccept }: Props) {
  const { id, msg, reason } = duplicate;
  const [other, setOther] = useState<CustomerRow>();
  useEffect(() => {
    const stop = new AbortController();
    if (id)
      void callListApi(customerApi.getCustomerList, { ids: [id], limit: 1 }, { signal: stop.signal }).then(
        ({ rows: [row] }) => setOther(row),
        () => undefined,
      );
    return () => stop.abort();
  }, [id]);
  return (
    <Callout tone={reason === 'idNo' ? 'urgent' : 'notice'} className="mb-3 px-3.5 py-2.5" role="alert">
      <strong>{msg}</strong>
      {other && (
        <table className="duplicate-table text-[13px]">
          <thead>
            <tr>
              <th aria-label="字段" />
              <th scope="col">你填的</th>
              <th scope="col">已有客户 {other.no}</th>
            </tr>
          </thead>
          <tbody>
            {compared(values, other).map(([label, typed, stored]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{String(typed ?? '') || missing}</td>
                <td>{String(stored ?? '') || missing}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="flex items-center gap-2 mt-2">
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
    </Callout>
  );
}
