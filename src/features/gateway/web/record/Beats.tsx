import { gatewayApi } from '#features/gateway/contract.ts';
import { TimeAxis } from '#web/chart/Axes.tsx';
import { timeTicks } from '#web/chart/timeAxis.ts';
import { count, fullTime, ownZone } from '#web/data/format.ts';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { type Gap, gapsOf, type Beats as Slots, slotMs, spanText } from './beats.ts';
import { beatPollMs } from './CurrentState.tsx';
import type { Gateway } from './types.ts';
import '#web/chart/chart.css';

const [height, top, base] = [76, 16, 58];

/** Returns the chart as a sentence. */
function sentence(beats: Slots, gaps: readonly Gap[]): string {
  const total = beats.reduce((sum, slot) => sum + slot.beats, 0);
  if (total === 0) return '心跳：24 小时内没有消息';
  if (gaps.length === 0) return `心跳：24 小时内 ${count(total)} 条，没有断开`;
  return `心跳：24 小时内 ${count(total)} 条，断开 ${gaps.length} 次：${gaps.map(spanText).join('、')}`;
}

function Chart({ beats, width, isOnline }: { beats: Slots; width: number; isOnline: boolean }) {
  const [from, to] = [Date.parse(beats[0]?.at ?? ''), Date.parse(beats.at(-1)?.at ?? '') + slotMs];
  const highest = Math.max(1, ...beats.map((slot) => slot.beats));
  const x = (at: number) => ((at - from) / (to - from)) * width;
  const y = (value: number) => base - (value / highest) * (base - top);
  const gaps = gapsOf(beats, isOnline);
  const longest = [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from))[0];
  return (
    <svg className="plot gateway-beats" width={width} height={height} role="img" aria-label={sentence(beats, gaps)}>
      {gaps.map((gap) => (
        <rect
          key={gap.from}
          className="gap"
          x={x(gap.from)}
          width={x(gap.to) - x(gap.from)}
          y={top}
          height={base - top}
        />
      ))}
      {beats.map(({ at, beats: value }) => (
        <rect
          key={at}
          className="beat"
          x={x(Date.parse(at))}
          width={Math.max(1, width / beats.length - 1)}
          y={y(value)}
          height={base - y(value)}
        >
          <title>
            {fullTime(at).slice(5, 16)} 起 10 分钟：{count(value)} 条
          </title>
        </rect>
      ))}
      <path className="axis" d={`M0 ${base}H${width}`} />
      {longest && (
        <text
          className="gap-text"
          x={Math.min(Math.max(x((longest.from + longest.to) / 2), 56), width - 56)}
          y={top - 4}
          textAnchor="middle"
        >
          {spanText(longest)} 断开
        </text>
      )}
      <TimeAxis
        x={x as never}
        ticks={timeTicks(from, to, width, ownZone()).filter(
          ({ labelAt }) => x(labelAt) > 20 && x(labelAt) < width - 20,
        )}
        top={base}
        bottom={base + 3}
        labels={height - 4}
      />
    </svg>
  );
}

/** Shows the signs of life of 24 hours; a silence is a hole with its times (picture 20). */
export function Beats({ gateway: { id, online } }: { gateway: Gateway }) {
  const read = useCall(gatewayApi.getGatewayBeats, { id }, { refetchInterval: beatPollMs });
  const [ref, width] = useWidth<HTMLDivElement>(400);
  return (
    <section className="flex flex-col gap-2" aria-label="心跳">
      <h2 className="text-sm">
        心跳 <span className="font-normal text-xs text-text2">每 10 分钟条数，24 小时</span>
      </h2>
      <SectionPart {...read} what="心跳">
        {(beats) =>
          beats.some((slot) => slot.beats > 0) ? (
            <div ref={ref}>
              <Chart beats={beats} width={width} isOnline={online === 'online'} />
            </div>
          ) : (
            <p className="text-[13px] text-text2">
              {online === 'online' ? '刚接通，心跳每 10 分钟记一次。' : '24 小时内没有收到它的消息。'}
            </p>
          )
        }
      </SectionPart>
    </section>
  );
}
