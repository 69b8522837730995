import { unlogged } from '#features/scale/contract.ts';
import { Type } from '#shared/typebox.ts';

/** Status of an assessment; `expired`: done, and its last day is past. */
export const assessmentStatuses = {
  draft: '草稿',
  review: '待审核',
  done: '已完成',
  void: '已作废',
  replaced: '已被复评替换',
  expired: '已过期',
} as const;

type Status = keyof typeof assessmentStatuses;

/** Returns whether an assessment passed its review and is neither voided nor replaced; expired or not. */
export const isFinished = ({ status }: { status: Status }): boolean => status === 'done' || status === 'expired';

/** Who signs by a drawn picture or a scan. */
export const drawnSigners = { elder: '本人', agent: '代理人', provider: '信息提供者' } as const;
export const signers = { assessor: '评估员', ...drawnSigners } as const;

export const Day = (title: string) => Type.String({ format: 'date', title });
export const words = (title: string, minLength = 1) =>
  Type.String({
    minLength,
    maxLength: 500,
    pattern: '\\S',
    title,
    msg: `请填写${title}，${minLength}-500个字`,
    ...unlogged,
  });
