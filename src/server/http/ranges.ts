import type { FieldProblem } from '#shared/envelope.ts';

function isBackward(from: unknown, to: unknown): boolean {
  if (typeof from === 'number' && typeof to === 'number') return from > to;
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  return Date.parse(from) > Date.parse(to);
}

/** Returns the end field of a start field: `createdTo` for `createdFrom`, `to` for `from`; null for any other field. */
function endOf(field: string): string | null {
  if (field === 'from') return 'to';
  return field.endsWith('From') ? field.replace(/From$/, 'To') : null;
}

/**
 * Returns the list filters whose range ends before it starts (domain.md 3.1); `prefix` is put before the field name.
 */
export function rangeProblems(filters: unknown, prefix = ''): FieldProblem[] {
  const values = (filters ?? {}) as Record<string, unknown>;
  return Object.keys(values).flatMap((field) => {
    const end = endOf(field);
    if (end === null || !isBackward(values[field], values[end])) return [];
    const msg = typeof values[end] === 'number' ? '上限不能小于下限' : '结束时间须晚于开始时间';
    return [{ field: `${prefix}${end}`, rule: 'order', msg }];
  });
}
