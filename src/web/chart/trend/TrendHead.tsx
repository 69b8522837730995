import type { ReactNode } from 'react';
import { Mark } from '../Mark.tsx';
import type { Panel, Step } from '../series.ts';
import { lookOf } from './look.ts';
import { figuresOf } from './sentence.ts';

/** Title, unit, legend and figures of a plot, above it. */
export function TrendHead({ panel, step, children }: { panel: Panel; step: Step; children?: ReactNode }) {
  const { title, unit, remark, series, bands = [] } = panel;
  const named = series.length > 1 || series[0]?.name !== title;
  return (
    <div className="flex items-start gap-3">
      <div className="flex flex-1 min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text2">
        <span>
          <b className="text-[13px] text-text">{title}</b> {[unit, remark].filter(Boolean).join(' · ')}
        </span>
        {named &&
          series.map((each, place) => {
            const { tone, shape, line } = lookOf(each, place);
            return (
              <span key={each.name} className={`flex items-center gap-1 series${tone}`}>
                <svg width="18" height="12" aria-hidden="true">
                  {line && <path className="line" d="M0 6H18" />}
                  <Mark x={9} y={6} shape={shape} />
                </svg>
                {each.name}
              </span>
            );
          })}
        {bands.map(({ label }) => (
          <span key={label} className="flex items-center gap-1">
            <i className="band-swatch" /> {label}
          </span>
        ))}
        <span className="ml-auto flex gap-2.5">
          {figuresOf(panel, step).map(({ label, text }) => (
            <span key={label}>
              {label} {text}
            </span>
          ))}
        </span>
      </div>
      {children}
    </div>
  );
}
