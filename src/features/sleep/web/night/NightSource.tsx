import { numberText } from './format.ts';
import type { NightRecord } from './night.ts';

/** Returns what the line below the name says about device and data. */
export function Source({ night }: { night: NightRecord }) {
  const { equipmentName, position, marks, coverage, met, state, vendorScore } = night;
  const parts = [
    [equipmentName, position].filter(Boolean).join(' '),
    marks.includes('no_stages') ? '设备不提供分期' : '设备分期',
    `覆盖 ${numberText(coverage)}%`,
    met === null ? null : `达标 ${met}/4`,
    vendorScore === null ? null : `厂商评分 ${numberText(vendorScore)}`,
    marks.includes('revised') ? '定稿后更新过' : null,
  ];
  return (
    <p className="text-xs text-text2">
      {parts.filter(Boolean).join(' · ')}
      {state === 'open' && <span className="text-level2-text"> · 未完，12:00 定稿</span>}
    </p>
  );
}
