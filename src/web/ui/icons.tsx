import type { ReactNode } from 'react';
import type { onlineStates, WarnLevel, WarnStatus } from '#shared/codes.ts';
import { warnLevels } from '#shared/codes.ts';

interface LevelSignProps {
  level: WarnLevel;
  size?: number;
  /**
   * On a solid background of its own level: the octagon gets white with red marks, the others the background's text
   * colour.
   */
  onSolid?: boolean;
  /** Text beside it already names the level. */
  decorative?: boolean;
}

/** Sign of a warn level: 1 octagon with two !, 2 triangle, 3 diamond with a dark outline, 4 circle with i. */
export function LevelSign({ level, size = 16, onSolid = false, decorative = true }: LevelSignProps) {
  const fill = onSolid ? `var(--level${level}-on)` : `var(--level${level})`;
  const mark = onSolid ? `var(--level${level})` : `var(--level${level}-on)`;
  const look = { width: size, height: size, viewBox: '0 0 24 24', fill };
  if (decorative) {
    return (
      <svg {...look} aria-hidden="true">
        {shapes[level](mark, fill)}
      </svg>
    );
  }
  return (
    <svg {...look} role="img" aria-label={warnLevels[level]}>
      {shapes[level](mark, fill)}
    </svg>
  );
}

const shapes: Record<WarnLevel, (mark: string, ground: string) => ReactNode> = {
  1: (mark) => (
    <>
      <path d="M7.4 1h9.2L23 7.4v9.2L16.6 23H7.4L1 16.6V7.4z" />
      <g fill={mark}>
        <path d="M7.3 5.5h3.4l-.5 8.6H7.8zM13.3 5.5h3.4l-.5 8.6h-2.4z" />
        <circle cx="9" cy="17.2" r="1.6" />
        <circle cx="15" cy="17.2" r="1.6" />
      </g>
    </>
  ),
  2: (mark, ground) => (
    <>
      <path d="M12 3.4 21.8 20.6H2.2z" stroke={ground} strokeWidth="2" strokeLinejoin="round" />
      <g fill={mark}>
        <path d="M10.4 8.4h3.2l-.6 6.8h-2z" />
        <circle cx="12" cy="18" r="1.6" />
      </g>
    </>
  ),
  3: (mark) => (
    <>
      <path d="M12 1.4 22.6 12 12 22.6 1.4 12z" stroke={mark} strokeWidth="1.6" />
      <g fill={mark}>
        <path d="M10.5 6.4h3l-.5 7h-2z" />
        <circle cx="12" cy="16.4" r="1.5" />
      </g>
    </>
  ),
  4: (mark) => (
    <>
      <circle cx="12" cy="12" r="11" />
      <g fill={mark}>
        <circle cx="12" cy="7.2" r="1.6" />
        <path d="M10.6 10.4h2.8v8h-2.8z" />
      </g>
    </>
  ),
};

interface GlyphProps {
  size?: number;
}

/** 待处理 ring with dot, 处理中 half circle, 已处理 tick, 误报 slashed ring; distinguishable without colour. */
export function WarnStatusGlyph({ status, size = 14 }: GlyphProps & { status: WarnStatus }) {
  return statusGlyphs[status](size);
}

const statusGlyphs: Record<WarnStatus, (size: number) => ReactNode> = {
  pending: (size) => (
    <Glyph size={size} color="var(--level1-text)">
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="2.4" fill="currentColor" stroke="none" />
    </Glyph>
  ),
  handling: (size) => (
    <Glyph size={size} color="var(--primary-text)">
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.4a3.6 3.6 0 0 1 0 7.2z" fill="currentColor" stroke="none" />
    </Glyph>
  ),
  done: (size) => (
    <Glyph size={size} color="var(--text2)">
      <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
      <path d="m4.8 8.2 2.2 2.2 4.2-4.6" stroke="var(--container)" strokeWidth="1.8" />
    </Glyph>
  ),
  false: (size) => (
    <Glyph size={size} color="var(--text3)">
      <circle cx="8" cy="8" r="6" />
      <path d="m12.2 3.8-8.4 8.4" />
    </Glyph>
  ),
};

/** 在线 dot, 离线 slashed ring, 休眠 moon, 未激活 dashed ring, 网关离线 ring with ?. */
export function OnlineGlyph({ online, size = 12 }: GlyphProps & { online: keyof typeof onlineStates }) {
  return onlineGlyphs[online](size);
}

const onlineGlyphs: Record<keyof typeof onlineStates, (size: number) => ReactNode> = {
  online: (size) => (
    <Glyph size={size} color="var(--success)">
      <circle cx="8" cy="8" r="4.6" fill="currentColor" stroke="none" />
    </Glyph>
  ),
  offline: (size) => (
    <Glyph size={size} color="var(--level1-text)">
      <circle cx="8" cy="8" r="5.4" />
      <path d="m12.6 3.4-9.2 9.2" />
    </Glyph>
  ),
  sleeping: (size) => (
    <Glyph size={size} color="var(--text3)">
      <path d="M6.5 3a5.4 5.4 0 1 0 6.6 7.6A5.6 5.6 0 0 1 6.5 3z" fill="currentColor" stroke="none" />
    </Glyph>
  ),
  never: (size) => (
    <Glyph size={size} color="var(--text3)">
      <circle cx="8" cy="8" r="5.4" strokeDasharray="2.4 2" />
    </Glyph>
  ),
  unknown: (size) => (
    <Glyph size={size} color="var(--level2-text)">
      <circle cx="8" cy="8" r="6.4" />
      <path d="M6.3 6.4a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.9.6-.9 1.2M8 11.4v.2" strokeWidth="1.4" />
    </Glyph>
  ),
};

/** Battery charge, 0–100 %: red to 10, orange to 20, else grey. The figure is shown beside it. */
export function BatteryGlyph({ percent, size = 16 }: GlyphProps & { percent: number }) {
  const full = Math.min(100, Math.max(0, percent));
  const color = full <= 10 ? 'var(--level1-text)' : full <= 20 ? 'var(--level2-text)' : 'var(--text2)';
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" style={{ color }} aria-hidden="true">
      <rect x="1.5" y="5.5" width="15" height="9" rx="2" stroke="currentColor" strokeWidth="1.5" />
      <path d="M18.5 8.5v3" stroke="currentColor" strokeWidth="2" />
      <rect x="3.5" y="7.5" width={(11 * full) / 100} height="5" fill="currentColor" />
    </svg>
  );
}

/** Three bars, 1 to 3 of them full. */
export function SignalGlyph({ bars, size = 16 }: GlyphProps & { bars: number }) {
  const color = bars <= 1 ? 'var(--level2-text)' : 'var(--text2)';
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" style={{ color }} aria-hidden="true">
      {[1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={bar * 4.5 - 2.5}
          y={14 - bar * 3.5}
          width="3"
          height={bar * 3.5}
          fill={bar <= bars ? 'currentColor' : 'var(--line)'}
        />
      ))}
    </svg>
  );
}

function Glyph({ size, color, children }: { size: number; color: string; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      style={{ color }}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
