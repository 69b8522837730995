import { useState } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import type { SectionProps } from '#web/record/section.ts';
import { Button } from '#web/ui/Button.tsx';
import { diets, drinkings, exercises, smokings } from '../contract/codes.ts';
import { LifestyleForm } from './LifestyleForm.tsx';
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

/** Shows the ways of living, and what stands outside the sections, with their form. */
export function Lifestyle({ record, changed }: SectionProps<ShownArchive>) {
  const { id, summary, none, version, sealed } = record;
  const [editing, setEditing] = useState(false);
  const facts = lifestyleFacts(summary);
  const isNone = none.includes('lifestyle');
  const say = async () => {
    const next = isNone ? none.filter((key) => key !== 'lifestyle') : [...none, 'lifestyle' as const];
    const sent = () => callApi(archiveApi.editArchive, { customerId: id, version, none: next });
    await withToast(sent, { done: '已保存', failed: '没有保存' });
    changed();
  };
  return (
    <section aria-label="生活方式">
      {can('archive:edit') && !sealed && (
        <div className="flex justify-end gap-3 mb-2">
          {Object.keys(summary.lifestyle).length === 0 && (
            <Button kind="link" onClick={() => void say()}>
              {isNone ? '取消「无」' : '无'}
            </Button>
          )}
          <Button kind="link" onClick={() => setEditing(true)}>
            编辑生活方式
          </Button>
        </div>
      )}
      {facts.length === 0 && (
        <p className="text-[13px] text-text2">{isNone ? '无' : '缺：还没有登记，也没有写「无」'}</p>
      )}
      <dl className="grid gap-x-4 gap-y-1 text-[13px]">
        {facts.map(([title, text]) => (
          <div key={title} className="flex gap-4">
            <dt className="w-16 flex-none text-text2">{title}</dt>
            <dd className="m-0 wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <LifestyleForm record={record} open={editing} onDone={changed} onClosed={() => setEditing(false)} />
    </section>
  );
}
