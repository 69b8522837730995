import type { WarnLevel } from '#shared/codes.ts';
import { type Panel, type Placed, placedOf, type Step, stepOf } from '../series.ts';
import { momentText } from '../timeAxis.ts';
import { pointAt } from './cursor.ts';

export type LevelWords = Readonly<Record<WarnLevel, string>>;

/** Value of a series at the cross-hair. */
export interface Reading {
  /** Places of panel and series. */
  panel: number;
  series: number;
  placed: Placed;
  text: string;
}

/**
 * Returns the value of each series at an instant.
 * @param reach distance, ms, within which a value of another series belongs to the same place
 */
export function readout(panels: readonly Panel[], at: number, step: Step, reach: number): Reading[] {
  return panels.flatMap((panel, panelPlace) =>
    panel.series.flatMap((series, place) => {
      const placed = pointAt(placedOf(series, stepOf(panel, step)), at, Math.abs(reach));
      return placed ? [{ panel: panelPlace, series: place, placed, text: pointText(placed, panel) }] : [];
    }),
  );
}

/** Writes a value, with lowest and highest where it is a mean: 57 (48–66). */
function pointText({ value, point: { min, max } }: Placed, { decimals = 0 }: Panel): string {
  const text = value.toFixed(decimals);
  if (min === undefined || max === undefined || min === max) return text;
  return `${text} (${min.toFixed(decimals)}–${max.toFixed(decimals)})`;
}

/** Describes the cross-hair for screen readers: 「11-28 周六 07:10，收缩压 152 mmHg 一般，舒张压 88 mmHg」. */
export function readoutText(
  at: number,
  readings: readonly Reading[],
  panels: readonly Panel[],
  step: Step,
  zone: string,
  words: LevelWords,
): string {
  const texts = readings.map(({ panel, series, placed, text }) => {
    const own = panels[panel];
    const level = placed.point.level;
    return `${own?.series[series]?.name ?? ''} ${text} ${own?.unit ?? ''}${level ? ` ${words[level]}` : ''}`;
  });
  const wholeDay = stepOf(panels[readings[0]?.panel ?? 0], step) === 'day';
  return [momentText(at, zone, wholeDay), ...texts].join('，');
}
