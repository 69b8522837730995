import type { PhysicalGroup, PhysicalSection } from '../catalogue.ts';

/** Sections of the elderly check-up of the national public-health service (clinical.md 5.3). */
export const sections: readonly PhysicalSection[] = [
  { code: 'symptoms', label: '症状' },
  { code: 'general', label: '一般状况' },
  { code: 'lifestyle', label: '生活方式' },
  { code: 'organs', label: '脏器功能' },
  { code: 'body', label: '查体' },
  { code: 'tests', label: '辅助检查' },
  { code: 'problems', label: '健康问题' },
  { code: 'medicines', label: '用药与接种' },
  { code: 'guidance', label: '评价与指导' },
];

export const groups: readonly PhysicalGroup[] = [
  { code: 'symptoms', label: '症状', section: 'symptoms' },
  { code: 'vitals', label: '体温、脉率、呼吸与血压', section: 'general' },
  { code: 'build', label: '身高、体重与腰围', section: 'general' },
  { code: 'self', label: '老年人评估', section: 'general' },
  { code: 'exercise', label: '体育锻炼与饮食', section: 'lifestyle' },
  { code: 'smoking', label: '吸烟', section: 'lifestyle' },
  { code: 'drinking', label: '饮酒', section: 'lifestyle' },
  { code: 'exposure', label: '职业病危害接触', section: 'lifestyle' },
  { code: 'mouth', label: '口腔', section: 'organs' },
  { code: 'senses', label: '视力与听力', section: 'organs' },
  { code: 'motion', label: '运动功能', section: 'organs' },
  { code: 'surface', label: '眼底、皮肤、巩膜与淋巴结', section: 'body' },
  { code: 'lungs', label: '肺', section: 'body' },
  { code: 'heart', label: '心脏', section: 'body' },
  { code: 'abdomen', label: '腹部', section: 'body' },
  { code: 'limbs', label: '下肢与其他', section: 'body' },
  { code: 'blood', label: '血常规', section: 'tests' },
  { code: 'liver', label: '肝功能', section: 'tests' },
  { code: 'kidney', label: '肾功能', section: 'tests' },
  { code: 'glucose', label: '血糖与血脂', section: 'tests' },
  { code: 'urine', label: '尿常规与检查', section: 'tests' },
  { code: 'problems', label: '现存主要健康问题', section: 'problems' },
  { code: 'stays', label: '住院治疗', section: 'medicines' },
  { code: 'medicines', label: '用药与接种', section: 'medicines' },
  { code: 'guidance', label: '健康评价与指导', section: 'guidance' },
];
