import { useId } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { type Ruler, type RulerBand, stepsWorse } from '../ruler.ts';
import { Arc, bandHeight, Marker, ruleTop } from './rulerParts.tsx';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  ruler: Ruler;
}

/** Width of a Chinese character and of a digit, px. */
const character = 13;
const digit = 8;
const height = 96;
const labelLine = ruleTop + bandHeight + 16;

const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (/[\d –-]/.test(sign) ? digit : character), 0);

/** Bands of the scale with the total, the one before, and the arc by which rules moved the grade. */
export function RulerChart({ assessment, scale, ruler }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>(500);
  const title = useId();
  const { total, before, preliminary, final } = assessment;
  const x = (share: number) => share * width;
  const from = ruler.bands.find(({ code }) => code === preliminary);
  const to = ruler.bands.find(({ code }) => code === final);
  const lastTotal = before?.total ?? null;
  const place = total === null ? null : x(ruler.at(total));
  return (
    <section className="result-ruler p-4 min-w-0" aria-label="总分在分级上的位置">
      <div ref={ref}>
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-labelledby={title}>
          <title id={title}>{sentenceOf({ assessment, scale, ruler })}</title>
          {ruler.bands.map((band) => (
            <Band key={band.code} band={band} x={x} state={stateOf(band, assessment)} />
          ))}
          <text x={0} y={labelLine}>
            {ruler.best}
            {shortBest(ruler.bands[0], width)}
          </text>
          {labelledEdges(ruler.bands, width).map(({ code, edge, end }) => (
            <text key={code} x={x(end)} y={labelLine} textAnchor={end > 0.999 ? 'end' : 'middle'}>
              {edge}
            </text>
          ))}
          {lastTotal !== null && (
            <Marker
              name="last"
              place={x(ruler.at(lastTotal))}
              beside={place}
              text={`上次 ${lastTotal}`}
              width={width}
            />
          )}
          {place !== null && <Marker name="now" place={place} beside={null} text={String(total)} width={width} />}
          {place !== null && from && to && from !== to && (
            <Arc from={place} to={x((to.start + to.end) / 2)} text={arcText(assessment, ruler)} width={width} />
          )}
        </svg>
      </div>
    </section>
  );
}

type BandState = 'final' | 'preliminary' | 'plain';

function stateOf({ code }: RulerBand, { preliminary, final }: AssessmentDetail): BandState {
  if (code === final) return 'final';
  return code === preliminary ? 'preliminary' : 'plain';
}

function Band({ band, x, state }: { band: RulerBand; x: (share: number) => number; state: BandState }) {
  const [start, end] = [x(band.start), x(band.end)];
  const text = [band.label, band.label.slice(0, 2)].find((label) => widthOf(label) <= end - start - 6);
  return (
    <g className={`result-band ${state}`}>
      <rect x={start + 0.5} y={ruleTop} width={Math.max(2, end - start - 1)} height={bandHeight} rx={3} />
      {text && (
        <text x={(start + end) / 2} y={ruleTop + 13.5} textAnchor="middle">
          {text}
        </text>
      )}
    </g>
  );
}

/** Names the best band at the ruler's end where it is too short for its label: 完好. */
function shortBest(band: RulerBand | undefined, width: number): string {
  if (!band || (band.end - band.start) * width > character * 2 + 6) return '';
  return ` ${band.label.replace(/^能力/, '').slice(0, 2)}`;
}

/** Returns the edges that have room for their figure. */
function labelledEdges(bands: readonly RulerBand[], width: number): RulerBand[] {
  const shown: RulerBand[] = [];
  let free = 60;
  for (const band of bands) {
    const place = band.end * width;
    if (place < free) continue;
    shown.push(band);
    free = place + 30;
  }
  return shown;
}

function arcText(assessment: AssessmentDetail, ruler: Ruler): string {
  return stepsWorse(ruler.bands, assessment) === 1 ? '重一级' : `直接定为${assessment.finalLabel ?? ''}`;
}

/** Describes the ruler for screen readers. */
function sentenceOf({ assessment, scale, ruler }: Props): string {
  const { total, before, preliminaryLabel, finalLabel, preliminary, final } = assessment;
  const band = ruler.bands.find(({ code }) => code === preliminary);
  const last = before?.total ?? null;
  return [
    `${scale.name}总分 ${total ?? '—'}`,
    band && `落在${preliminaryLabel}（${band.from}–${band.to} 分）`,
    last !== null && `上次 ${last}`,
    preliminary !== final && `${arcText(assessment, ruler)}，最终${finalLabel}`,
  ]
    .filter(Boolean)
    .join('，');
}
