import { Bell } from 'lucide-react';

/** The product's mark and name. */
export function Mark({ size = 24, name = true }: { size?: number; name?: boolean }) {
  return (
    <span className="mark">
      <span className="mark-sign" style={{ width: size, height: size, borderRadius: size / 4 }} aria-hidden="true">
        <Bell size={size * 0.68} strokeWidth={2.2} />
      </span>
      {name && <span className="mark-name">安好</span>}
    </span>
  );
}
