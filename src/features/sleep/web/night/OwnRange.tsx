import './own.css';
import { useState } from 'react';
import { breathGrade } from '#shared/health/night/breath.ts';
import { missing } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { numberText } from './format.ts';
import type { NightRecord } from './night.ts';
import { type OwnFigure, ownFigures } from './ownFigures.ts';
import { usualRange } from './sentences.ts';

const views = [
  { key: 'chart', label: '图' },
  { key: 'table', label: '表' },
] as const;

type Usual = NonNullable<NightRecord['baseline'][OwnFigure['name']]>;

function isOutside({ value, least }: OwnFigure, usual: Usual | undefined): boolean {
  if (!usual || value === null) return false;
  const [low, high] = usualRange(usual, least);
  return value < low || value > high;
}

/** The usual range as a box with the median as a line, and the night as a dot, in px of 100. */
function Box({ figure, usual }: { figure: OwnFigure; usual: Usual }) {
  const [low, high] = usualRange(usual, figure.least);
  const value = figure.value ?? usual.median;
  const reach = Math.max(high - usual.median, Math.abs(value - usual.median)) * 1.4;
  const x = (of: number) => 50 + ((of - usual.median) / reach) * 50;
  const outside = isOutside(figure, usual);
  return (
    <svg className="night-box" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <path className="rail" d="M0 10H100" vectorEffect="non-scaling-stroke" />
      <rect x={x(low)} width={x(high) - x(low)} y={5} height={10} />
      <path className="median" d={`M${x(usual.median)} 4V16`} vectorEffect="non-scaling-stroke" />
      {figure.value !== null && (
        <path className={outside ? 'spot outside' : 'spot'} d={`M${x(value)} 10h0`} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  );
}

function Row({ figure, usual, view }: { figure: OwnFigure; usual: Usual | undefined; view: 'chart' | 'table' }) {
  const outside = isOutside(figure, usual);
  const { title, value, text, unit } = figure;
  const range = usual && usualRange(usual, figure.least).map(text).join('–');
  return (
    <tr className="border-b border-line">
      <th scope="row" className="font-normal text-left">
        {title}
      </th>
      <td className={outside ? 'text-level2-text' : ''}>
        {outside && (
          <span className="night-out" title={`平常 ${range}`}>
            <LevelSign level={3} size={14} />
            <span className="sr-only">超出平常范围</span>
          </span>
        )}
        {value === null ? missing : <b>{text(value)}</b>}{' '}
        {value !== null && <small className="text-text2">{unit}</small>}
      </td>
      <td className="night-range text-text2" title={range && `平常 ${range}`}>
        {!usual ? '' : view === 'chart' ? <Box {...{ figure, usual }} /> : range}
      </td>
      <td className="text-text2">
        {usual ? text(usual.median) : missing} {usual && <small>{unit}</small>}
      </td>
    </tr>
  );
}

/** Figures of the night beside the person's own 14 nights before. */
export function OwnRange({ night }: { night: NightRecord }) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const { baseline, validNights, breathIndex, recorded, vendorScore } = night;
  return (
    <section className="night-own" aria-label="与本人比">
      <header className="flex items-center gap-2">
        <h2 className="text-[15px]">与本人比</h2>
        <span className="text-xs text-text2">前 14 夜，{validNights} 夜有数据</span>
        <span className="night-views">
          <Segments label="与本人比显示方式" segments={views} value={view} onChange={setView} />
        </span>
      </header>
      {validNights < 7 && <p className="text-xs text-text2">有 7 夜数据后才有平常范围。</p>}
      <table className="night-figures text-[13px]">
        <thead>
          <tr className="text-xs text-text2">
            <th scope="col">
              <span className="sr-only">指标</span>
            </th>
            <th scope="col">这一夜</th>
            <th scope="col">平常范围</th>
            <th scope="col">中位数</th>
          </tr>
        </thead>
        <tbody>
          {ownFigures(night).map((figure) => (
            <Row key={figure.name} figure={figure} usual={baseline[figure.name]} view={view} />
          ))}
        </tbody>
      </table>
      <p className="text-xs text-text2">
        灰框是本人平常的范围，竖线是中位数。
        {breathIndex !== null &&
          `呼吸事件按有记录的 ${numberText(recorded / 3600, 1)} 小时算，是设备估计，不是 AHI（${breathGrade(breathIndex)}）。`}
        {vendorScore === null ? '厂商评分：设备不提供。' : `厂商评分 ${numberText(vendorScore)}，由设备厂商计算。`}
      </p>
    </section>
  );
}
