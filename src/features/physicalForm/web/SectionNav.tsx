import { Check, Circle, CircleDot } from 'lucide-react';
import { physicalApi } from '#features/physical/contract.ts';
import { RateBar, RateLinks, rateText } from '#features/physical/web/service.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import type { SectionProgress } from './entry/progress.ts';
import type { ExamForm } from './useExamForm.ts';

/** How far a section is as a sign: done, begun, empty. */
function Sign({ filled, missing }: SectionProgress) {
  if (missing === 0 && filled > 0) return <Check size={14} className="text-success flex-none" aria-label="没有缺项" />;
  const Glyph = filled > 0 ? CircleDot : Circle;
  return <Glyph size={14} className="text-text2 flex-none" aria-label={filled > 0 ? '填了一部分' : '还没有填'} />;
}

/** The yearly rate, from which this examination comes. */
function YearRate({ date }: { date: string }) {
  const year = Number(date.slice(0, 4));
  const { data } = useCall(physicalApi.getPhysicalRate, { year }, { staleTime: 60_000 });
  if (!data) return null;
  return (
    <div className="grid gap-1 mt-auto px-3.5 py-2.5 border-t border-line text-xs max-md:hidden">
      <p className="flex justify-between">
        <span className="text-text2">{year} 年 65 岁以上</span> <b>{rateText(data)}</b>
      </p>
      <RateBar rate={data} className="w-full" />
      <p className="flex justify-between">
        <RateLinks rate={data} filters={{ year }} />
      </p>
    </div>
  );
}

/** The sections with what is abnormal and missing in each, the way to what is missing next, and the yearly rate. */
export function SectionNav({ form }: { form: ExamForm }) {
  const { active } = useScreen();
  const { progress, section, toSection, editable, record } = form;
  const missing = progress.reduce((sum, one) => sum + one.missing, 0);
  const toMissing = () => form.toMissing();
  useHotkey('G', toMissing, active && missing > 0);
  return (
    <div className="flex flex-col min-h-0 overflow-y-auto border-r border-line bg-s2 max-md:overflow-visible max-md:border-r-0">
      <nav className="exam-nav" aria-label="体检的部分">
        {progress.map((one) => (
          <button
            key={one.code}
            type="button"
            className="inner-focus flex items-center gap-2 text-[13px]"
            aria-current={one.code === section ? 'true' : undefined}
            onClick={() => toSection(one.code)}
          >
            <Sign {...one} />
            {one.label}
            <span className="ml-auto flex items-baseline gap-3 font-normal text-xs">
              {one.abnormal > 0 && <span className="text-level2-text">{one.abnormal} 异常</span>}
              {one.missing > 0 ? (
                <b className="text-level2-text">缺 {one.missing}</b>
              ) : (
                <span className="text-text2">{one.filled}</span>
              )}
            </span>
          </button>
        ))}
      </nav>
      {editable && (
        <div className="exam-next grid grid-cols-1 gap-2 px-3.5 py-3">
          {missing > 0 && (
            <Button onClick={toMissing}>
              下一个未填 · 还缺 {missing} <kbd>G</kbd>
            </Button>
          )}
          {missing === 0 && record.kind === 'yearly' && (
            <p className="text-xs text-success max-md:hidden">各部分都填完了</p>
          )}
          <p className="text-xs text-text2 max-md:hidden">
            填好的血压、血糖、体重、身高、腰围会成为本人的体征，来源写本次体检。
          </p>
        </div>
      )}
      <YearRate date={record.date} />
    </div>
  );
}
