import { useState } from 'react';
import { can } from '#web/api/session.ts';
import { EmergencyList } from './EmergencyList.tsx';

/** 应急名单 button: the list is to be taken once a week, for outages of the platform. */
export function EmergencyButton() {
  const [open, setOpen] = useState(false);
  return (
    <span className="ml-auto">
      {can('warn:judge') && (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          应急名单
        </button>
      )}
      {open && <EmergencyList onClose={() => setOpen(false)} />}
    </span>
  );
}
