import {
  channelKindList,
  deviceTypes,
  keysOf,
  ringsLate,
  type WarnLevel,
  type WarnType,
  warnTypes,
} from '#shared/codes.ts';
import { Id, strict } from '#shared/endpoint.ts';
import { type Module, modules } from '#shared/modules.ts';
import { field } from '#shared/resourceField.ts';
import { type Static, Type } from '#shared/typebox.ts';
import { Text } from './basics.ts';

const Channel = Type.Enum(channelKindList, { title: '渠道' });

/** Targets that a rung notifies. */
export const ladderTargets = {
  duty: '当班人员',
  leader: '班长',
  manager: '部门负责人',
  admin: '平台管理员',
  contacts: '紧急联系人',
} as const;

/** One rung of the escalation ladder (domain.md 7.4). */
export const Rung = strict({
  /** Seconds after the warn arrived, for level 1; × 3 for level 2, × 10 for level 3. */
  after: Type.Integer({ minimum: 0, maximum: 86_400, title: '等待秒数', msg: '等待秒数须在0至86400之间' }),
  /**
   * Users notified: on duty by the roster (班长 when the roster is empty), 班长, 部门负责人, 平台管理员; or the customer's emergency
   * contacts, who agreed that the family is notified.
   */
  target: Type.Enum(keysOf(ladderTargets), { title: '通知对象' }),
  /** Channels used at once, in addition to the inbox. */
  channels: Type.Optional(Type.Array(Channel, { maxItems: 8, uniqueItems: true, title: '通知渠道' })),
  /** Fallback channels, used one after the other when one of `channels` fails. */
  instead: Type.Optional(Type.Array(Channel, { maxItems: 8, uniqueItems: true, title: '备用渠道' })),
});
export type Rung = Static<typeof Rung>;

/** Warn types that a project may give another level: neither SOS, device maintenance nor a health warn, whose rule has one. */
export const levelledTypes = keysOf(warnTypes).filter(
  (type) => !deviceTypes.includes(type) && !['sos', 'manual', 'unknown', 'health'].includes(type),
);

/** Returns the levels that a type may have: types that ring even when they arrive late stay at level 1 or 2. */
export function levelsFor(type: WarnType): readonly WarnLevel[] {
  return ringsLate.includes(type) ? [1, 2] : [1, 2, 3, 4];
}

/** Levels by warn type that differ from the product's defaults (domain.md 5, 6.12). */
const WarnLevels = Type.Unsafe<Partial<Record<WarnType, WarnLevel>>>({
  type: 'object',
  properties: Object.fromEntries(
    levelledTypes.map((type) => [
      type,
      { enum: levelsFor(type), title: warnTypes[type], msg: `「${warnTypes[type]}」不能是这个级别` },
    ]),
  ),
  additionalProperties: false,
  title: '告警级别',
});

/** Options of fields set by 配置, empty until then. */
const set = { editable: false, column: false } as const;
const setUp = { ...set, nullable: true } as const;
const seconds = (title: string, hint: string) =>
  field(Type.Integer({ minimum: 3, maximum: 86_400, title, msg: `${title}须在3至86400之间` }), {
    editable: false,
    column: { width: 80, align: 'right', hidden: true },
    form: { unit: '秒', hint },
  });
const hours = (title: string, hint: string) =>
  field(Type.Integer({ minimum: 1, maximum: 720, title, msg: `${title}须在1至720小时之间` }), {
    ...set,
    form: { unit: '小时', hint },
  });

/** Rules of a project: claim limits, ladder, reveal policy, sessions, branding. */
export const rules = {
  claimSeconds: seconds('接警时限', '1 级告警须在此之前接警'),
  progressSeconds: seconds('处置间隔时限', '接警后这么久没有动作就提醒'),
  /** Maximum number of warns that a leader claims or marks false at once. */
  batchLimit: field(Type.Integer({ minimum: 1, maximum: 50, title: '批量上限', msg: '批量上限须在1至50之间' }), {
    ...set,
    form: { unit: '条', hint: '班长一次最多批量接警、误报这么多条' },
  }),
  /** Percentage of closed warns sampled for quality review; escalated warns are all reviewed. */
  qualityShare: field(Type.Integer({ minimum: 0, maximum: 100, title: '质检抽样', msg: '质检抽样须在0至100之间' }), {
    ...set,
    form: { unit: '%', hint: '升级过的告警全部质检，其余按这个比例抽检' },
  }),
  ladder: field(Type.Array(Rung, { maxItems: 10, title: '升级阶梯' }), { ...set, form: { wide: true } }),
  warnLevels: field(WarnLevels, { ...set, form: { wide: true } }),
  /**
   * Addresses and networks from which its devices may use the plain ports; empty: any. Validated by the server: a
   * pattern cannot express it.
   */
  deviceAddresses: field(
    Type.Array(Type.String({ minLength: 2, maxLength: 49, title: '设备来源地址' }), {
      maxItems: 100,
      uniqueItems: true,
      title: '设备来源地址',
      msg: '设备来源地址最多100个，不能重复',
    }),
    { ...set, form: { rows: 2, wide: true } },
  ),
  /** Whether a reveal needs a reason, and the reveals per user and hour; null: as the parameters say. */
  revealReason: field(Type.Boolean({ title: '查看须写原因' }), setUp),
  revealLimit: field(Type.Integer({ minimum: 1, maximum: 500, title: '查看上限', msg: '查看上限须在1至500之间' }), {
    ...setUp,
    form: { unit: '次', hint: '一人一小时；空着按平台参数。超过的被拒绝，并通知项目管理员' },
  }),
  /** Maximum hours of a login: of operators, and of other users. */
  seatSessionHours: hours('坐席登录时长', '接警人员一次登录最长这么久，到时在原处重新输入密码，手上的告警不丢'),
  sessionHours: hours('其他人员登录时长', '一人有几个项目时按最短的；改长了从下次登录起算'),
  timeZone: field(Text('时区', 50), { editable: false, column: { width: 130, hidden: true } }),
  screenTitle: field(Text('屏幕标题', 40), {
    ...setUp,
    form: { wide: true, hint: '标题和标志显示在只负责本项目的人员的页头，以及本项目的大屏上' },
  }),
  /** Text for the login page, shown if this project is the one displayed there. */
  loginHelp: field(Text('登录提示', 100), {
    ...setUp,
    form: { wide: true, hint: '登录页上告诉登不上的人该找谁；有几个项目时用最早建立、填了提示的那个' },
  }),
  /** A picture that the same user has just uploaded, or the previous logo. */
  logoFileId: field(Type.String({ ...Id, title: '标志' }), { ...setUp, form: { wide: true } }),
  /** Null: all modules. */
  modules: field(Type.Array(Type.Enum(Object.keys(modules) as Module[]), { uniqueItems: true, title: '模块' }), {
    ...setUp,
    labels: Object.fromEntries(Object.entries(modules).map(([key, { label }]) => [key, label])),
    form: { wide: true, hint: '没有勾选的，只负责本项目的人员看不到也调用不了；客户、设备和告警始终都在' },
  }),
};
