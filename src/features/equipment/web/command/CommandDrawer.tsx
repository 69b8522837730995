import { Drawer } from 'antd';
import { useState } from 'react';
import CommandSection from './CommandSection.tsx';

/** The commands of one device beside whatever page is open: what it can be told, and what came of it. */
export default function CommandDrawer({ id, onClosed }: { id: string; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      title="下发指令"
      size={440}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClosed()}
    >
      <CommandSection equipmentId={id} named />
    </Drawer>
  );
}
