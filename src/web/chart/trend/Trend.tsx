import '../chart.css';
import './trend.css';
import { useState } from 'react';
import { warnLevels } from '#shared/codes.ts';
import { ownZone } from '#web/data/format.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { stepOf } from '../series.ts';
import { type Drawn, Plots } from './Plots.tsx';
import { sentenceOf } from './sentence.ts';
import { TrendHead } from './TrendHead.tsx';
import { TrendTable } from './TrendTable.tsx';

/** `zone` is that of the person's project. */
type Props = Omit<Drawn, 'zone' | 'levelWords'> & Partial<Pick<Drawn, 'zone' | 'levelWords'>>;

const views = [
  { key: 'chart', label: '图' },
  { key: 'table', label: '表' },
] as const;

/**
 * Course of signs over time with gaps, normal range, veil of lowest and highest, and a cross-hair by mouse and arrow keys;
 * as a table with one press, and as a sentence for screen readers and paper.
 */
export function Trend({ panels, from, to, step, zone = ownZone(), levelWords = warnLevels, onPick }: Props) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [first] = panels;
  if (!first) return null;
  const sentences = panels.map((panel) => sentenceOf(panel, stepOf(panel, step))).join('');
  return (
    <figure className="trend">
      <TrendHead panel={first} step={stepOf(first, step)}>
        <Segments label={`${first.title}显示方式`} segments={views} value={view} onChange={setView} />
      </TrendHead>
      {view === 'chart' ? (
        <>
          <Plots {...{ panels, from, to, step, zone, levelWords, onPick }} />
          <figcaption className="sr-only text-xs text-text2">{sentences}</figcaption>
        </>
      ) : (
        <TrendTable {...{ panels, step, zone, levelWords }} caption={sentences} />
      )}
    </figure>
  );
}
