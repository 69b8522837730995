import { useState } from 'react';
import { can } from '#web/api/session.ts';
import { EmergencyList } from '../banner/EmergencyList.tsx';

/** 应急名单: to be taken once a week, for the hour when the platform is not there. */
export function EmergencyButton() {
  const [open, setOpen] = useState(false);
  return (
    <span className="push">
      {can('warn:judge') && (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          应急名单
        </button>
      )}
      {open && <EmergencyList onClose={() => setOpen(false)} />}
    </span>
  );
}
