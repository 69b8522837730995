import { Drawer } from 'antd';
import type { SlotProps } from '#web/screen/manifest.ts';
import { ServiceSection } from './ServiceSection.tsx';

/** Shows a customer's service state next to the list. */
export default function ServiceDrawer({ customers: [customer], onDone, onClosed }: SlotProps<'customerAction'>) {
  if (!customer) return null;
  return (
    <Drawer open size={560} title={`服务 · ${customer.name}`} onClose={onClosed}>
      <ServiceSection customerId={customer.id} onChanged={onDone} />
    </Drawer>
  );
}
