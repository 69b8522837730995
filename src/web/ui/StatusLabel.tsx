// ui: small parts for all screens.

import './statusLabel.css';

/** 启用 or 停用 with its dot, for all lists. */
export function StatusLabel({ on }: { on: boolean }) {
  return (
    <span
      className={`state-word${on ? '' : ' off'} inline-flex items-center gap-1.5 font-normal text-[13px] text-text2`}
    >
      {on ? '启用' : '停用'}
    </span>
  );
}
