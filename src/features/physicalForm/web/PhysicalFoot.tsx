import { Button } from '#web/ui/Button.tsx';
import { lastLabel } from './personText.ts';
import type { ExamForm } from './useExamForm.ts';

/** Names that stand in the foot; the others are counted. */
const named = 6;

/** The keys of the form, and what submitting still lacks, each leading to its field. */
export function PhysicalFoot({ form }: { form: ExamForm }) {
  const { wrong, editable, record, toField } = form;
  const lacking = wrong.length > 0 ? wrong : form.lacking;
  if (!editable) return null;
  const rest = lacking.length - named;
  const missing = form.progress.reduce((sum, section) => sum + section.missing, 0);
  return (
    <footer className="flex items-center flex-wrap flex-none gap-x-4 gap-y-1 min-h-11 px-4 py-2 border-t border-line text-[13px] max-md:sticky max-md:bottom-0 max-md:bg-container">
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
      <span className="ml-auto">
        {lacking.length === 0 ? (
          <span className="text-success">可以提交审核{missing > 0 && `，还有 ${missing} 项没填`}</span>
        ) : (
          <>
            {wrong.length > 0 ? '要先改正：' : '提交还缺：'}
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
