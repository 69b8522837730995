import type { SectionProps } from '#web/record/section.ts';
import { diets, drinkings, exercises, smokings } from '../contract/codes.ts';
import type { ShownArchive } from './sections.tsx';

/** Returns the ways of living that are known, then what stands outside the sections. */
export function lifestyleFacts(summary: ShownArchive['summary']): (readonly [title: string, text: string])[] {
  const { lifestyle, implants, falls, wishes, oxygenScale } = summary;
  const { smoking, perDay, drinking, exercise, minutes, diet, sleepHours, note } = lifestyle;
  const facts: readonly (readonly [title: string, text: string | null | undefined | false])[] = [
    ['吸烟', smoking && `${smokings[smoking]}${perDay ? ` ${perDay} 支/天` : ''}`],
    ['饮酒', drinking && drinkings[drinking]],
    ['运动', exercise && `${exercises[exercise]}${minutes ? ` ${minutes} 分钟` : ''}`],
    ['饮食', diet?.map((code) => diets[code]).join('、')],
    ['睡眠', sleepHours !== undefined && `${sleepHours} 小时`],
    ['备注', note],
    ['植入物', implants],
    ['跌倒史', falls],
    ['意愿', wishes],
    ['血氧标尺', oxygenScale !== null && `标尺 ${oxygenScale}`],
  ];
  return facts.flatMap(([title, text]) => (text ? [[title, text] as const] : []));
}

/** Shows the ways of living, and what stands outside the sections. */
export function Lifestyle({ record: { summary } }: SectionProps<ShownArchive>) {
  const told = lifestyleFacts(summary);
  return (
    <section aria-label="生活方式">
      {told.length === 0 && <p className="text-[13px] text-text2">还没有登记</p>}
      <dl className="grid gap-x-4 gap-y-1 text-[13px]">
        {told.map(([title, text]) => (
          <div key={title} className="flex gap-4">
            <dt className="w-16 flex-none text-text2">{title}</dt>
            <dd className="m-0">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
