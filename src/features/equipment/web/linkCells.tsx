import { missing } from '#web/data/format.ts';

interface Linked {
  sn: string;
  equipmentId: string;
  equipmentName: string;
  customerId: string | null;
  customerName: string | null;
}

/** Cells of a row about a device: its number, with links to the device and the customer. */
export const linkCells = {
  sn: ({ sn }: Linked) => <span className="mono">{sn}</span>,
  equipmentName: ({ equipmentId, equipmentName }: Linked) => (
    <a className="text-text" href={`#/equipment/list/${equipmentId}`}>
      {equipmentName}
    </a>
  ),
  customerName: ({ customerId, customerName }: Linked) =>
    customerId ? (
      <a className="text-text" href={`#/customer/list/${customerId}`}>
        {customerName}
      </a>
    ) : (
      missing
    ),
};
