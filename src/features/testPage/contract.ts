import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const TestRow = strict({
  id: Id,
  name: Type.String(),
  age: nullable(Type.Integer()),
  community: Type.String(),
  state: Type.String(),
  amount: Type.Integer(),
  createdAt: Instant,
});

/** Test endpoints of table and form (specification section 2); the server makes rows from the id alone. */
export const testPageApi = {
  getSampleList: list('/api/test/getSampleList', {
    title: '样例列表',
    permission: 'test:table',
    filters: {
      mode: Type.Optional(Type.Enum(['normal', 'empty', 'error', 'thrown', 'slow', 'many'], { title: '返回方式' })),
      state: Type.Optional(Type.Array(Type.Enum(['active', 'paused', 'pending']), { maxItems: 3, title: '状态' })),
      ageFrom: Type.Optional(Type.Integer({ minimum: 0, maximum: 150, title: '年龄起' })),
      ageTo: Type.Optional(Type.Integer({ minimum: 0, maximum: 150, title: '年龄止' })),
    },
    sort: ['name', 'age', 'createdAt', 'amount'],
    row: TestRow,
  }),
  /** Validates and refuses like a real save; stores nothing. `mode` forces an outcome. */
  saveSample: post('/api/test/saveSample', {
    title: '样例保存',
    permission: 'test:form',
    change: false,
    input: {
      mode: Type.Optional(Type.Enum(['ok', 'field', 'conflict', 'error', 'slow'], { title: '返回方式' })),
      name: Type.String({
        pattern: '^[\\p{Script=Han}A-Za-z·][\\p{Script=Han}A-Za-z· ]{1,19}$',
        title: '姓名',
        msg: '请输入2-20位姓名',
      }),
      mobile: Type.Optional(Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机号', msg: '请输入正确的手机号' })),
      landline: Type.Optional(
        Type.String({ pattern: '^0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?$', title: '固定电话', msg: '请输入正确的固定电话' }),
      ),
      idNo: Type.Optional(Type.String({ pattern: '^\\d{17}[0-9Xx]$', title: '身份证号', msg: '身份证号须为18位' })),
      gender: Type.Optional(Type.Integer({ minimum: 0, maximum: 2, title: '性别' })),
      birthDate: Type.Optional(Type.String({ format: 'date', title: '出生日期' })),
      age: Type.Optional(Type.Integer({ minimum: 0, maximum: 120, title: '年龄', msg: '年龄超出范围' })),
      community: Type.Optional(Type.String({ maxLength: 50, title: '社区' })),
      categories: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10, title: '人员类别' })),
      remark: Type.Optional(Type.String({ maxLength: 500, title: '备注' })),
      enabled: Type.Optional(Type.Boolean({ title: '启用' })),
    },
    output: strict({ id: Id }),
  }),
};

export const feature: Feature = {
  title: '样例',
  endpoints: testPageApi,
  screens: [
    {
      path: '/test/dialog_form',
      title: '弹窗表单',
      icon: 'form',
      group: '测试',
      sort: 98,
      component: 'DialogFormScreen',
      permission: { key: 'test:form', title: '弹窗表单样例', roles: [] },
    },
    {
      path: '/test/data_table',
      title: '分页表格',
      icon: 'table',
      group: '测试',
      sort: 99,
      component: 'DataTableScreen',
      permission: { key: 'test:table', title: '分页表格样例', roles: [] },
    },
  ],
};
