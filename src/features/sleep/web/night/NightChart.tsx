import '#web/chart/chart.css';
import '#web/chart/trend/trend.css';
import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { timeTicks } from '#web/chart/timeAxis.ts';
import { movedIndex, nearestIndex } from '#web/chart/trend/cursor.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { Curve } from './Curve.tsx';
import { cursorText, instantsOf, valuesAt } from './cursor.ts';
import { clockText, hoursText, numberText } from './format.ts';
import { Motion } from './Motion.tsx';
import { axisOf, type NightRecord } from './night.ts';
import { StageShares } from './StageShares.tsx';
import { Stages } from './Stages.tsx';

/** Room of the labels at the left, px, and behind the last one. */
const left = 44;
const right = 20;

function Ends({ label, range, places }: { label: string; range: NightRecord['hr']; places: number }) {
  const rows = [
    ['最高', range?.max, 0],
    ['平均', range?.avg, places],
    ['最低', range?.min, 0],
  ] as const;
  return (
    <div className="night-ends text-[13px]">
      <b className="night-narrow">{label}</b>
      <dl className="m-0" aria-label={`${label}的最高、平均和最低`}>
        {rows.map(([title, value, digits]) => (
          <div key={title} className="flex justify-between gap-2">
            <dt className="text-text2">{title}</dt>
            <dd className="m-0 font-bold">{numberText(value, digits)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const bandText = (band: NightRecord['bands']['heart']) =>
  band && band.low !== null && band.high !== null ? ` · 睡眠中正常 ${band.low}–${band.high - 1}` : '';

/** Stages, heart, breath and movement on one time axis with one cursor, by mouse, touch and arrow keys. */
export function NightChart({ night }: { night: NightRecord }) {
  const [ref, width] = useWidth<HTMLDivElement>(760);
  const [index, setIndex] = useState<number | null>(null);
  const { zone } = night;
  const [from, to] = axisOf(night);
  const x = useMemo(() => scaleLinear([from, to], [left, Math.max(left + 1, width - right)]), [from, to, width]);
  const ticks = useMemo(() => timeTicks(from, to, width - left - right, zone), [from, to, width, zone]);
  const instants = useMemo(() => instantsOf(night), [night]);
  const at = index === null ? null : (instants[index] ?? null);
  const values = at === null ? null : valuesAt(night, at);
  const follow = (event: PointerEvent<HTMLDivElement>) =>
    setIndex(nearestIndex(instants, x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.key === 'Escape' && index === null)) return;
    const moved = movedIndex(event.key, index, instants.length);
    if (moved === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setIndex(moved);
  };
  const frame = { night, x, ticks, width, left, right };
  const last = Math.max(0, instants.length - 1);
  return (
    <section className="night-chart" aria-label="一夜的过程">
      <div
        ref={ref}
        className="night-plots trend-plots trend relative"
        role="slider"
        tabIndex={0}
        aria-label="睡眠分期、心率、呼吸和体动，左右键逐点查看"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index ?? last}
        aria-valuetext={at === null ? `${instants.length} 个时刻` : cursorText(night, at)}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setIndex(null)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setIndex(index ?? last)}
        onBlur={() => setIndex(null)}
        onKeyDown={onKeyDown}
      >
        <div className="night-row stages">
          <p className="night-title">
            <b>睡眠分期</b> 上床 {clockText(night.bedFrom, zone)}　入睡 {clockText(night.asleepFrom, zone)}　醒来{' '}
            {clockText(night.asleepTo, zone)}　起床 {night.bedTo === null ? '还在床' : clockText(night.bedTo, zone)}
          </p>
          <Stages {...frame} />
        </div>
        <div className="night-row heart">
          <p className="night-title">
            <b>心率</b> 次/分 · 浅色为每 5 分钟最低到最高{bandText(night.bands.heart)}
          </p>
          <Curve {...frame} points={night.heart} band={night.bands.heart} height={96} value={values?.heart} at={at} />
        </div>
        <div className="night-row breath">
          <p className="night-title">
            <b>呼吸</b> 次/分{bandText(night.bands.breath)}
          </p>
          <Curve
            {...frame}
            points={night.breath}
            band={night.bands.breath}
            height={56}
            value={values?.breath}
            at={at}
          />
        </div>
        <Motion {...frame} at={at} />
        {at !== null && <span className="night-hair" style={{ left: x(at) }} aria-hidden="true" />}
      </div>
      <div className="night-side">
        <StageShares night={night} />
        <Ends label="心率" range={night.hr} places={0} />
        <Ends label="呼吸" range={night.rr} places={1} />
        <p className="night-turns text-[13px]">
          <b>{numberText(night.rollovers)}</b> <span className="text-text2">次翻身</span>
        </p>
      </div>
      <p className="sr-only night-sentence text-xs text-text2">
        {`在床 ${hoursText(night.tib)}，睡眠 ${hoursText(night.tst)}，离床 ${night.exits} 次，平均心率 ${numberText(night.hr?.avg)}，平均呼吸 ${numberText(night.rr?.avg, 1)}。`}
      </p>
    </section>
  );
}
