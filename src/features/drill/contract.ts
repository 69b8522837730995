import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const DrillEquipment = strict({
  id: Id,
  sn: Type.String(),
  name: Type.String(),
  customerName: nullable(Type.String()),
});

const Drill = strict({
  id: Id,
  departmentId: nullable(Id),
  departmentName: nullable(Type.String()),
  /** Devices of the drill that the viewer may see; empty for the drill of a department. */
  equipment: Type.Array(DrillEquipment),
  from: Instant,
  until: Instant,
  reason: Type.String(),
  state: Type.Enum(['open', 'planned', 'over']),
  createdAt: Instant,
  createdByName: nullable(Type.String()),
  closedAt: nullable(Instant),
  closedByName: nullable(Type.String()),
});

const judge = 'warn:judge';

/** Time windows in which alarms of devices are a drill (domain.md 7.1); they are opened on the alarm page. */
export const drillApi = {
  getDrillList: post('/api/warn/getDrillList', {
    title: '演练窗口',
    permission: judge,
    change: false,
    input: {},
    output: Type.Array(Drill),
  }),
  getDrillEquipment: post('/api/warn/getDrillEquipment', {
    title: '可演练的设备',
    permission: judge,
    change: false,
    input: { keyword: Type.Optional(Type.String({ maxLength: 50, title: '关键字' })) },
    output: Type.Array(DrillEquipment),
  }),
  openDrill: post('/api/warn/openDrill', {
    title: '开启演练',
    permission: judge,
    input: {
      equipmentIds: Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '设备', msg: '请选择1至200台设备' }),
      ),
      departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })),
      from: Type.String({ ...Instant, title: '开始' }),
      until: Type.String({ ...Instant, title: '结束', after: 'from' }),
      reason: Type.String({ minLength: 2, maxLength: 200, title: '演练原因', msg: '请写明演练原因' }),
    },
    output: strict({ id: Id }),
  }),
  closeDrill: post('/api/warn/closeDrill', {
    title: '结束演练',
    permission: judge,
    input: { id: Id },
    output: strict({ id: Id }),
  }),
};

export const feature: Feature = { title: '演练窗口', endpoints: drillApi, screens: [] };
