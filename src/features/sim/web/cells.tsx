import { Ending } from '#features/equipment/web/service.ts';
import type { simApi } from '#features/sim/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { missing } from '#web/data/format.ts';

export type SimRow = OutputOf<typeof simApi.getSim>;

/** Cells of SIM cards; colour marks only a near end. */
export const cells: Cells<SimRow> = {
  iccid: ({ iccid }) => (iccid === null ? missing : <span className="mono">{iccid}</span>),
  number: ({ number }) => (number === null ? missing : <span className="mono">{number}</span>),
  expireDate: ({ expireDate }) => <Ending day={expireDate} now={Date.now()} />,
  sn: ({ equipmentId, sn }) =>
    equipmentId === null ? (
      <span className="text-text3">未绑定</span>
    ) : (
      <a className="mono" href={`#/equipment/list/${equipmentId}`}>
        {sn}
      </a>
    ),
  customerName: ({ customerId, customerName }) =>
    customerId === null ? (
      missing
    ) : (
      <a className="text-text" href={`#/customer/list/${customerId}`}>
        {customerName}
      </a>
    ),
};
