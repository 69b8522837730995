import { box } from '#web/message/message.tsx';
import type { AssessmentDetail } from '../contract.ts';

/** Says that a changed answer drops the signatures; returns whether the user goes on. */
export async function askToChange({ signatures }: Pick<AssessmentDetail, 'signatures'>): Promise<boolean> {
  if (signatures.length === 0) return true;
  const names = signatures.map(({ name }) => name).join('、');
  return box.confirm(`${names} 的签名是对现在的答案签的。改动任何一个答案后，都要重新提交、重新签名。`, {
    title: `改动答案会作废 ${signatures.length} 个签名，继续？`,
    ok: '修改答案',
    danger: true,
  });
}
