import { Drawer } from 'antd';
import { useState } from 'react';
import { titleOf } from '#features/equipment/web/service.ts';
import CommandSection from './CommandSection.tsx';
import { useCommandChoice } from './sendCommand.ts';

/** Shows the commands of a device next to any page: available ones, and results. */
export default function CommandDrawer({ id, onClosed }: { id: string; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const target = useCommandChoice(id);
  return (
    <Drawer
      open={open}
      title={target ? titleOf('指令', target) : '指令'}
      size={440}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClosed()}
    >
      <CommandSection equipmentId={id} />
    </Drawer>
  );
}
