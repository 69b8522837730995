import type { ReactNode } from 'react';
import { LevelSign } from '#web/ui/icons.tsx';

function Sign({ children }: { children: ReactNode }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" strokeWidth="1.6" aria-hidden="true">
      {children}
    </svg>
  );
}

/** Meaning of the signs on the map. */
export function Legend() {
  const signs: [string, ReactNode][] = [
    ['告警中', <LevelSign key="" level={1} />],
    ['越界', <LevelSign key="" level={2} />],
    [
      '最新定位',
      <Sign key="">
        <circle cx="8" cy="8" r="5.5" fill="var(--primary-text)" />
      </Sign>,
    ],
    [
      '位置已旧',
      <Sign key="">
        <circle cx="8" cy="8" r="5.5" stroke="var(--text3)" strokeDasharray="3 2.2" />
      </Sign>,
    ],
    [
      '安装位置',
      <Sign key="">
        <rect x="2.5" y="2.5" width="11" height="11" rx="2.5" stroke="var(--text2)" />
      </Sign>,
    ],
    [
      '住址',
      <Sign key="">
        <path d="M2.5 7.5 8 2.5l5.500 5V13.500H2.500z" stroke="var(--text2)" strokeLinejoin="round" />
      </Sign>,
    ],
    [
      '安全区',
      <Sign key="">
        <rect x="2" y="2" width="12" height="12" stroke="var(--primary-text)" strokeDasharray="3.500 2" />
      </Sign>,
    ],
    [
      '禁入区',
      <Sign key="">
        <rect x="2" y="2" width="12" height="12" stroke="var(--level1)" strokeDasharray="1.500 2" />
      </Sign>,
    ],
  ];
  return (
    <ul
      className="map-legend grid gap-1.5 px-3 py-2 rounded-lg bg-elevated text-xs shadow-md pointer-events-none"
      aria-label="图例"
    >
      {signs.map(([label, sign]) => (
        <li key={label} className="flex items-center gap-2">
          {sign}
          {label}
        </li>
      ))}
    </ul>
  );
}
