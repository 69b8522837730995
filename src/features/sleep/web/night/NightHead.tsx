import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useState } from 'react';
import { can } from '#web/api/session.ts';
import { weekdayOf } from '#web/chart/timeAxis.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { levelText } from '#web/data/levelText.ts';
import { Face } from '#web/record/Face.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { nightLink } from './format.ts';
import { NightPaper } from './NightPaper.tsx';
import { Source } from './NightSource.tsx';
import { NoteForm } from './NoteForm.tsx';
import type { NightRecord } from './night.ts';
import { recompute } from './recompute.ts';

const segments = [
  { key: 'one', label: '一夜' },
  { key: '7', label: '7 天' },
  { key: '30', label: '30 天' },
  { key: '90', label: '90 天' },
] as const;
type Span = (typeof segments)[number]['key'];

function Step({ id, label, icon: Icon }: { id: string | null; label: string; icon: typeof ChevronLeft }) {
  if (id === null)
    return (
      <span className="night-step text-text3" title={`没有${label}`}>
        <Icon size={16} aria-hidden />
      </span>
    );
  return (
    <a className="night-step" href={nightLink(id)} aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </a>
  );
}

interface Props {
  night: NightRecord;
  days: string | undefined;
  onSpan: (span: Span) => void;
  onChanged: () => void;
}

/** Whose night it is, the way to its neighbours, spans, remark and print. */
export function NightHead({ night, days, onSpan, onChanged }: Props) {
  const [noting, setNoting] = useState(false);
  const [printing, setPrinting] = useState(false);
  const { customer, customerId, customerName, night: day, previousId, nextId, state } = night;
  const edits = can('sleep:edit');
  const traits = [
    levelText(customer),
    customer.livingState !== null && labelOf('living_state', customer.livingState),
  ].filter(Boolean);
  return (
    <header className="record-head night-head flex items-center flex-none gap-3 border-b border-line">
      <Face name={customerName} photoFileId={customer.photoFileId} />
      <div className="min-w-0">
        <h1 className="flex items-baseline flex-wrap text-[22px] leading-8">
          {can('archive:list') ? (
            <a className="text-text" href={`#/healthy/archives/${customerId}`}>
              {customerName}
            </a>
          ) : (
            customerName
          )}
          <span className="font-normal text-[15px]">
            {labelOf('gender', String(customer.gender))} {customer.age === null ? '年龄不详' : `${customer.age} 岁`}
          </span>
          {traits.length > 0 && <span className="font-normal text-sm text-text2">{traits.join(' · ')}</span>}
        </h1>
        <Source night={night} />
        {night.remark !== null && <p className="text-xs text-text2 night-remark">备注：{night.remark}</p>}
      </div>
      <div className="record-actions flex flex-wrap flex-none gap-2">
        <nav className="night-steps flex items-center rounded-md border border-border" aria-label="前后的夜晚">
          <Step id={previousId} label="前一夜" icon={ChevronLeft} />
          <b className="px-2 text-[13px] whitespace-nowrap">
            {day.slice(5)} {weekdayOf(day)}
          </b>
          <Step id={nextId} label="后一夜" icon={ChevronRight} />
        </nav>
        <Segments label="时间跨度" segments={segments} value={(days ?? 'one') as Span} onChange={onSpan} />
        {edits && <Button onClick={() => setNoting(true)}>备注</Button>}
        {edits && state !== 'frozen' && (
          <Button onClick={async () => (await recompute(night.id)) && onChanged()}>重新计算</Button>
        )}
        <Button onClick={() => setPrinting(true)}>
          <Printer size={14} aria-hidden /> 打印
        </Button>
      </div>
      {printing && <NightPaper night={night} onClose={() => setPrinting(false)} />}
      {noting && <NoteForm night={night} onDone={onChanged} onClosed={() => setNoting(false)} />}
    </header>
  );
}
