import type { WarnType } from '#shared/codes.ts';

const calls = ['呼回老人', '通知联系人', '派单'];
const visit = ['呼回老人', '通知联系人', '派人上门查看'];
const device = ['联系老人或家属', '核对设备与电量', '安排检修'];

/** First questions and steps by type (domain.md 7.6). */
export const responsePlans: Record<WarnType, readonly string[]> = {
  sos: ['呼回老人', '是否受伤', '能否说话、开门', '通知联系人', '派单', '代呼 120'],
  fall: ['等 20 秒看是否取消', '呼回老人', '问疼痛、头部、能否活动', '无人应答按真实跌倒处理', '通知联系人', '派单'],
  smoke: ['呼叫老人，提醒离开', '不开关电器', '通知物业与微型消防站', '代呼 119', '通知邻居'],
  gas: ['呼叫老人，提醒离开', '不开关电器、不点火', '通知物业与燃气公司', '代呼 119', '通知邻居'],
  out_bed: ['查看离床时长', '呼叫老人', '通知家属或夜班', '派人查看'],
  fence_out: ['查看位置', '呼叫老人', '通知家属', '通知社区', '必要时报警 110'],
  fence_in: ['查看位置', '呼叫老人', '通知家属'],
  heart: ['对比近期趋势', '呼叫老人', '通知家属与医生', '代呼 120'],
  breath: ['对比近期趋势', '呼叫老人', '通知家属与医生', '代呼 120'],
  health: ['对比近期趋势', '呼叫老人', '通知家属与医生', '代呼 120'],
  no_motion: visit,
  no_out: visit,
  water_use: visit,
  sedentary: visit,
  water: ['呼叫老人，提醒关阀', '通知联系人', '通知物业'],
  door: ['呼叫老人', '通知联系人'],
  off_wrist: ['呼叫老人，确认佩戴', '通知联系人'],
  tamper: device,
  power_off: device,
  low_batt: device,
  offline: device,
  sim: device,
  manual: calls,
  unknown: ['查明是谁、在哪里', '呼回老人', '通知联系人', '派单'],
  other: calls,
  lost: ['登记衣着与最后所见', '立即定位，看范围与轨迹', '通知家属', '通知社区与附近服务站', '报警 110', '分享走失单'],
};
