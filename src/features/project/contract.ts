import { type Static, Type } from 'typebox';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';

/** One rung of the escalation ladder (domain.md 7.4). */
export const Rung = strict({
  /** Seconds after the alarm came, for level 1; level 2 waits three times, level 3 ten times as long. */
  after: Type.Integer({ minimum: 3, maximum: 86_400, title: '等待秒数' }),
  /** Who is told: 班长, 部门负责人, 平台管理员. */
  target: Type.Enum(['leader', 'manager', 'admin'], { title: '通知对象' }),
});
export type Rung = Static<typeof Rung>;

const Seconds = (title: string) =>
  Type.Integer({ minimum: 3, maximum: 86_400, title, msg: `${title}须在3至86400之间` });

const ProjectRow = strict({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  ownerOrg: nullable(Type.String()),
  departmentId: Id,
  departmentName: Type.String(),
  startDate: nullable(Type.String()),
  endDate: nullable(Type.String()),
  customerCount: Type.Integer(),
  quotaCustomer: nullable(Type.Integer()),
  equipmentCount: Type.Integer(),
  quotaEquipment: nullable(Type.Integer()),
  status: Type.String(),
  timeZone: Type.String(),
  claimSeconds: Type.Integer(),
  progressSeconds: Type.Integer(),
  ladder: Type.Array(Rung),
  createdAt: Instant,
  version: Type.Integer(),
});

export const projectApi = {
  getProjectList: list('/api/project/getProjectList', {
    title: '项目列表',
    permission: 'project:list',
    filters: { status: Type.Optional(Type.Array(Type.Enum(['enabled', 'disabled']), { maxItems: 2, title: '状态' })) },
    sort: ['name', 'code', 'createdAt'],
    row: ProjectRow,
  }),
  editProjectConfig: post('/api/project/editProjectConfig', {
    title: '项目配置',
    permission: 'project:config',
    input: {
      id: Id,
      version: Type.Integer({ minimum: 1, title: '版本' }),
      timeZone: Type.Optional(Type.String({ maxLength: 50, title: '时区' })),
      claimSeconds: Type.Optional(Seconds('接警时限')),
      progressSeconds: Type.Optional(Seconds('处置间隔时限')),
      ladder: Type.Optional(Type.Array(Rung, { maxItems: 10, title: '升级阶梯' })),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
};

export const room: Room = {
  title: '项目',
  endpoints: projectApi,
  screens: [
    {
      path: '/project/list',
      title: '项目',
      icon: 'folder',
      group: '系统管理',
      sort: 97,
      planned: '合同或部署单位：名称、甲方、起止日期、配额、接警时限、升级阶梯和时区。',
      right: { key: 'project:list', title: '查看项目', roles: ['area'] },
      buttons: [{ key: 'project:config', title: '配置项目', roles: [] }],
    },
  ],
};
