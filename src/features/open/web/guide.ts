interface Step {
  title: string;
  text: string;
}

/** Worn kinds, by value of the dictionary `device_kind`. */
const worn = new Set(['watch', 'band']);
const fixed = new Set(
  'cord call_terminal sleep_mat fall_radar vital_radar motion door smoke gas water water_meter power_meter camera gateway'.split(
    ' ',
  ),
);

/** Returns how a device is worn or placed, by its kind. */
function wearing(kind: string): Step {
  if (worn.has(kind)) return { title: '佩戴', text: '戴在手腕上，表带留一指宽。洗澡时也可以戴，睡觉时最好不摘。' };
  if (fixed.has(kind))
    return { title: '安装', text: '由工作人员装好，请不要移动、遮挡或断电。挪动家具前先打服务电话。' };
  return { title: '佩戴', text: '挂在胸前或夹在衣服上，洗澡和夜里放在手够得到的地方。' };
}

/** Returns whether the device is carried and may be lost. */
export function isCarried(kind: string): boolean {
  return !fixed.has(kind);
}

/** Returns the guide for the device's holder: only its capabilities. */
export function guideOf(kind: string, capabilities: readonly string[]): Step[] {
  const can = (capability: string) => capabilities.includes(capability);
  const steps: Step[] = [wearing(kind)];
  if (can('sos')) steps.push({ title: '求助', text: '按住呼叫键，直到听到提示音或感到振动。值班人员会马上联系您。' });
  if (can('call')) steps.push({ title: '通话', text: '求助后设备会自动接通，直接说话就能听到。' });
  if (can('fall')) steps.push({ title: '跌倒', text: '设备觉得您跌倒时会自动求助。没有跌倒就告诉值班人员一声。' });
  if (can('battery') && !fixed.has(kind))
    steps.push({ title: '充电', text: '每天固定时间充电一次，屏幕或指示灯亮起表示已经充上。' });
  if (can('sos')) steps.push({ title: '试用', text: '每月试按一次，接通后说明是试用。' });
  return steps;
}
