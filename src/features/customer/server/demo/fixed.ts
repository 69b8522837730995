import type { HealthSummary } from '../record/health.ts';
import type { MadeContact } from './contacts.ts';

/** Contacts by customer and relation, as the pictures of the product show them. */
export const fixedContacts: Readonly<Record<string, Partial<Record<string, Partial<MadeContact>>>>> = {
  王桂兰: {
    daughter: { name: '陈敏', mobile: '13900004402' },
    neighbour: { name: '方建平', mobile: '13700009126', address: '柳岸新村 11幢102' },
  },
};

/** Relations of the customer with the longest list of contacts. */
export const fixedRelations: Readonly<Record<string, readonly string[]>> = {
  梁宝珍: [
    ...['son', 'daughter', 'daughter_in_law', 'son_in_law', 'grandchild', 'sibling'],
    ...['relative', 'neighbour', 'carer', 'other', 'other'],
  ],
};

/** Parts of the health summary by customer; the last one has the most warnings. */
export const fixedHealth: Readonly<Record<string, Partial<HealthSummary>>> = {
  王桂兰: {
    conditions: ['冠心病（支架 2021）', '高血压', '骨质疏松'],
    medicines: ['阿司匹林 100mg 早 1 次', '氨氯地平 5mg 早 1 次', '阿托伐他汀 20mg 睡前'],
    allergies: ['青霉素'],
    flags: ['心脏病史', '听力差'],
  },
  吴阿根: {
    conditions: ['高血压', '脑梗后遗症'],
    medicines: ['氯吡格雷 75mg 早 1 次', '缬沙坦 80mg 早 1 次'],
    flags: ['跌倒高风险', '左侧肢体无力'],
  },
  赵长根: {
    conditions: ['帕金森病', '慢阻肺'],
    medicines: ['多巴丝肼 125mg 早中晚各 1 次', '噻托溴铵吸入 18µg 早 1 次'],
    flags: ['长期卧床', '夜间吸氧'],
  },
  郭素贞: { conditions: ['阿尔茨海默病'], medicines: ['多奈哌齐 5mg 睡前'], flags: ['认知障碍', '有走失史'] },
  梁宝珍: {
    conditions: ['冠心病', '2 型糖尿病', '慢性肾病 3 期', '骨质疏松'],
    medicines: ['单硝酸异山梨酯 20mg 早晚各 1 次', '甘精胰岛素 12 单位 睡前', '碳酸钙 D3 600mg 午 1 次'],
    flags: ['心脏病史', '听力差', '视力差', '跌倒高风险', '认知障碍', '长期卧床', '夜间吸氧', '胰岛素治疗', '吞咽困难'],
  },
};
