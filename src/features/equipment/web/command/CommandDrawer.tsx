import { Drawer } from 'antd';
import { useState } from 'react';
import { titleOf } from '../titleOf.ts';
import CommandSection from './CommandSection.tsx';
import { useCommandChoice } from './sendCommand.ts';

/** The commands of one device beside whatever page is open: what it can be told, and what came of it. */
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
