import type { PhysicalItem } from '../catalogue.ts';
import { itemsIn, optionsOf } from './build.ts';

const problems = itemsIn('problems');
const stays = itemsIn('stays');
const medicines = itemsIn('medicines');
const guidance = itemsIn('guidance');

const expected = { expected: true } as const;
const several = { ...expected, many: true, note: true } as const;

/** Known problems, medicines, and what follows (clinical.md 5.3). */
export const outcomeItems: readonly PhysicalItem[] = [
  problems.choice('brain', '脑血管疾病', {
    ...several,
    options: optionsOf(
      ...['none 未发现', '!ischaemic 缺血性卒中', '!bleeding 脑出血', '!subarachnoid 蛛网膜下腔出血'],
      ...['!tia 短暂性脑缺血发作', '!other 其他'],
    ),
  }),
  problems.choice('renal', '肾脏疾病', {
    ...several,
    options: optionsOf(
      ...[
        'none 未发现',
        '!diabetic 糖尿病肾病',
        '!failure 肾功能衰竭',
        '!acute 急性肾炎',
        '!chronic 慢性肾炎',
        '!other 其他',
      ],
    ),
  }),
  problems.choice('cardiac', '心脏疾病', {
    ...several,
    options: optionsOf(
      ...['none 未发现', '!infarction 心肌梗死', '!angina 心绞痛', '!revascularised 冠状动脉血运重建'],
      ...['!heart_failure 充血性心力衰竭', '!precordial 心前区疼痛', '!other 其他'],
    ),
  }),
  problems.choice('vessels', '血管疾病', {
    ...several,
    options: optionsOf('none 未发现', '!dissection 夹层动脉瘤', '!occlusion 动脉闭塞性疾病', '!other 其他'),
  }),
  problems.choice('eyes', '眼部疾病', {
    ...several,
    options: optionsOf(
      ...['none 未发现', '!retina 视网膜出血或渗出', '!papilla 视乳头水肿', '!cataract 白内障', '!other 其他'],
    ),
  }),
  problems.choice('nerves', '神经系统疾病', { ...several, options: optionsOf('none 未发现', '!found 有') }),
  problems.choice('otherProblems', '其他系统疾病', { ...several, options: optionsOf('none 未发现', '!found 有') }),
  stays.choice('admissions', '住院史', { ...expected, note: true, options: optionsOf('none 无', 'yes 有') }),
  stays.choice('homeBed', '家庭病床史', { ...expected, note: true, options: optionsOf('none 无', 'yes 有') }),
  medicines.choice('medicines', '主要用药', { ...expected, note: true, options: optionsOf('none 无', 'yes 有') }),
  medicines.choice('adherence', '服药依从性', { options: optionsOf('regular 规律', 'broken 间断', 'not 不服药') }),
  medicines.choice('vaccinations', '非免疫规划接种', {
    ...expected,
    note: true,
    options: optionsOf('none 无', 'yes 有'),
  }),
  guidance.choice('evaluation', '健康评价', {
    ...{ ...expected, note: true },
    options: optionsOf('none 体检无异常', 'abnormal 有异常'),
  }),
  guidance.choice('guidance', '健康指导', {
    ...several,
    options: optionsOf('regular 定期随访', 'chronic 纳入慢性病患者健康管理', 'again 建议复查', 'referral 建议转诊'),
  }),
  guidance.choice('riskControl', '危险因素控制', {
    ...several,
    options: optionsOf(
      ...['none 无', 'smoking 戒烟', 'drinking 健康饮酒', 'diet 饮食', 'exercise 锻炼', 'weight 减体重'],
      ...['vaccination 建议接种疫苗', 'other 其他'],
    ),
  }),
];
