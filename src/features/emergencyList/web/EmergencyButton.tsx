import { useState } from 'react';
import { can } from '#web/api/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmergencyList } from './EmergencyList.tsx';

/** 应急名单 button: the list is to be taken once a week, for outages of the platform. */
export function EmergencyButton() {
  const [open, setOpen] = useState(false);
  return (
    <span className="ml-auto">
      {can('warn:judge') && <Button onClick={() => setOpen(true)}>应急名单</Button>}
      {open && <EmergencyList onClose={() => setOpen(false)} />}
    </span>
  );
}
