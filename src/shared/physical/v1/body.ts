import type { PhysicalItem } from '../catalogue.ts';
import { itemsIn, optionsOf } from './build.ts';

const mouth = itemsIn('mouth');
const senses = itemsIn('senses');
const motion = itemsIn('motion');
const surface = itemsIn('surface');
const lungs = itemsIn('lungs');
const heart = itemsIn('heart');
const abdomen = itemsIn('abdomen');
const limbs = itemsIn('limbs');

const expected = { expected: true } as const;
const noted = { ...expected, note: true } as const;
const sight = { plausible: { min: 0, max: 6 }, decimals: 1 } as const;
const normal = optionsOf('normal 正常', '!abnormal 异常');
const presence = optionsOf('none 无', '!found 有');

/** Organs and the examination of the body (clinical.md 5.3). */
export const bodyItems: readonly PhysicalItem[] = [
  mouth.choice('lips', '口唇', {
    ...expected,
    options: optionsOf('ruddy 红润', '!pale 苍白', '!cyanotic 发绀', '!cracked 皲裂', '!herpes 疱疹'),
  }),
  mouth.choice('teeth', '齿列', {
    ...{ ...noted, many: true },
    options: optionsOf('none 正常', 'missing 缺齿', '!decayed 龋齿', 'dentures 义齿（假牙）'),
  }),
  mouth.choice('throat', '咽部', {
    ...expected,
    options: optionsOf('none 无充血', '!congested 充血', '!follicles 淋巴滤泡增生'),
  }),
  senses.number('visionLeft', '左眼视力', { ...sight, ...expected }),
  senses.number('visionRight', '右眼视力', { ...sight, ...expected }),
  senses.number('correctedLeft', '左眼矫正视力', sight),
  senses.number('correctedRight', '右眼矫正视力', sight),
  senses.choice('hearing', '听力', { ...expected, options: optionsOf('clear 听见', '!unclear 听不清或无法听见') }),
  motion.choice('motion', '运动功能', {
    ...expected,
    options: optionsOf('able 可顺利完成', '!unable 无法独立完成任何一个动作'),
  }),
  surface.choice('fundus', '眼底', { note: true, options: normal }),
  surface.choice('skin', '皮肤', {
    ...noted,
    options: optionsOf(
      'normal 正常',
      '!flushed 潮红',
      '!pale 苍白',
      '!cyanotic 发绀',
      '!yellow 黄染',
      '!pigment 色素沉着',
      '!other 其他',
    ),
  }),
  surface.choice('sclera', '巩膜', {
    ...noted,
    options: optionsOf('normal 正常', '!yellow 黄染', '!congested 充血', '!other 其他'),
  }),
  surface.choice('lymph', '淋巴结', {
    ...noted,
    options: optionsOf('none 未触及', '!clavicle 锁骨上', '!armpit 腋窝', '!other 其他'),
  }),
  lungs.choice('barrelChest', '桶状胸', { ...expected, options: optionsOf('none 否', '!found 是') }),
  lungs.choice('breathSounds', '呼吸音', { ...noted, options: normal }),
  lungs.choice('rales', '罗音', {
    ...noted,
    options: optionsOf('none 无', '!dry 干罗音', '!wet 湿罗音', '!other 其他'),
  }),
  heart.number('heartRate', '心率', { ...expected, unit: '次/分', plausible: { min: 20, max: 250 }, decimals: 0 }),
  heart.choice('rhythm', '心律', {
    ...expected,
    options: optionsOf('regular 齐', '!irregular 不齐', '!absolute 绝对不齐'),
  }),
  heart.choice('murmur', '杂音', { ...noted, options: presence }),
  abdomen.choice('tenderness', '压痛', { ...noted, options: presence }),
  abdomen.choice('mass', '包块', { ...noted, options: presence }),
  abdomen.choice('liverSize', '肝大', { ...noted, options: presence }),
  abdomen.choice('spleenSize', '脾大', { ...noted, options: presence }),
  abdomen.choice('dullness', '移动性浊音', { ...noted, options: presence }),
  limbs.choice('oedema', '下肢水肿', {
    ...expected,
    options: optionsOf('none 无', '!one 单侧', '!unequal 双侧不对称', '!both 双侧对称'),
  }),
  limbs.choice('footPulse', '足背动脉搏动', {
    ...expected,
    options: optionsOf(
      '!missing 未触及',
      'equal 触及双侧对称',
      '!left_weak 触及左侧弱或消失',
      '!right_weak 触及右侧弱或消失',
    ),
  }),
  limbs.text('otherBody', '其他查体'),
];
