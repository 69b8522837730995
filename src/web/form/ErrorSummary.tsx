import { TriangleAlert } from 'lucide-react';
import type { FieldProblem } from '#shared/envelope.ts';
import { Callout } from '#web/ui/Callout.tsx';
import type { Field } from './types.ts';

type ErrorSummaryProps = {
  problems: readonly FieldProblem[];
  fields: readonly Field[];
  onGo: (field: string) => void;
};

/** Number of problems with links to them, on top of the form; not shown for a single problem of a field. */
export function ErrorSummary({ problems, fields, onGo }: ErrorSummaryProps) {
  const shownFields = problems.flatMap(({ field }) => fields.find((candidate) => candidate.field === field) ?? []);
  const elsewhere = problems.filter(({ field }) => !fields.some((candidate) => candidate.field === field));
  if (problems.length < 2 && elsewhere.length === 0) {
    return null;
  }
  return (
    <Callout tone="urgent" className="form-summary flex gap-2.5 mb-4 px-3.5 py-2.5" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <strong>有 {problems.length} 项需要修改：</strong>
        {shownFields.map(({ field, label }, index) => (
          <span key={field}>
            {index > 0 && '、'}
            <button type="button" onClick={() => onGo(field)}>
              {label}
            </button>
          </span>
        ))}
        {elsewhere.map(({ field, msg }) => (
          <div key={field}>
            {field}：{msg}
          </div>
        ))}
      </div>
    </Callout>
  );
}
