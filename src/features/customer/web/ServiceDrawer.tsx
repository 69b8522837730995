import { Drawer } from 'antd';
import { ServiceSection } from './ServiceSection.tsx';
import type { Served } from './stateActions.ts';

interface Props {
  person: Served;
  onChanged: () => void;
  onClose: () => void;
}

/** How somebody's service stands, beside the list. */
export default function ServiceDrawer({ person, onChanged, onClose }: Props) {
  return (
    <Drawer open size={560} title={`服务 · ${person.name}`} onClose={onClose}>
      <ServiceSection customerId={person.id} onChanged={onChanged} />
    </Drawer>
  );
}
