import { Drawer } from 'antd';
import { ServiceSection } from './ServiceSection.tsx';
import type { Served } from '#features/customer/web/stateActions.ts';

interface Props {
  customer: Served;
  onChanged: () => void;
  onClose: () => void;
}

/** Shows a customer's service state next to the list. */
export default function ServiceDrawer({ customer, onChanged, onClose }: Props) {
  return (
    <Drawer open size={560} title={`服务 · ${customer.name}`} onClose={onClose}>
      <ServiceSection customerId={customer.id} onChanged={onChanged} />
    </Drawer>
  );
}
