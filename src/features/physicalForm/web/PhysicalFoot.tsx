import { Button } from '#web/ui/Button.tsx';
import { lastLabel } from './personText.ts';
import type { ExamForm } from './useExamForm.ts';

/** Names that stand in the foot; the others are counted. */
const named = 6;

const foot = 'flex-none min-h-11 px-4 py-2 border-t border-line max-md:sticky max-md:bottom-0 max-md:bg-container';

/** The keys of the form, and what submitting still lacks, each leading to its field. */
export function PhysicalFoot({ form }: { form: ExamForm }) {
  const { lacking, editable, record, toField } = form;
  if (!editable) {
    if (record.voidReason !== null) return <footer className={foot}>作废原因：{record.voidReason}</footer>;
    if (record.reviewNote !== null) return <footer className={foot}>审核意见：{record.reviewNote}</footer>;
    return null;
  }
  const rest = lacking.length - named;
  const missing = form.progress.reduce((sum, section) => sum + section.missing, 0);
  return (
    <footer className={`${foot} flex items-center flex-wrap gap-x-4 gap-y-1 text-[13px]`}>
      <span className="flex max-md:hidden items-center gap-3 text-text2 key-hint">
        <span>
          <kbd>Enter</kbd> 下一项
        </span>
        {record.before.length > 0 && (
          <span>
            <kbd>Ctrl D</kbd> 同{lastLabel(record)}
          </span>
        )}
        <span>
          <kbd>G</kbd> 下一个未填
        </span>
        <span>
          <kbd>Ctrl Enter</kbd> 提交
        </span>
      </span>
      {record.reviewNote !== null && <b className="text-level2-text">退回意见：{record.reviewNote}</b>}
      <span className="ml-auto">
        {lacking.length === 0 ? (
          <span className="text-success">可以提交审核{missing > 0 && `，还有 ${missing} 项没填`}</span>
        ) : (
          <>
            提交还缺：
            {lacking.slice(0, named).map(({ item }, index) => (
              <span key={item.code}>
                {index > 0 && '、'}
                <Button kind="link" className="font-bold" onClick={() => toField(item.code)}>
                  {item.label}
                </Button>
              </span>
            ))}
            {rest > 0 && ` 等 ${lacking.length} 项`}
          </>
        )}
      </span>
    </footer>
  );
}
