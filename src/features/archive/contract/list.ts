import { customerApi } from '#features/customer/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, Instant, list, nullable, strict } from '#shared/endpoint.ts';
import { meals } from '#shared/health/readingKinds.ts';
import { Type } from '#shared/typebox.ts';

/** Signs of a row of the list. */
export const listedKinds = ['systolic', 'diastolic', 'heart_rate', 'spo2', 'glucose'] as const;

/** The filters of the customer list. */
const {
  page: _page,
  limit: _limit,
  sort: _sort,
  keyword: _keyword,
  ...customerFilters
} = customerApi.getCustomerList.input.properties;

const getArchiveList = {
  ...list('/api/archive/getArchiveList', {
    title: '健康档案列表',
    permission: 'archive:list',
    filters: {
      ...customerFilters,
      completenessBelow: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, title: '完整度低于' })),
      /** A kind of whose newest value is out of its band and no older than these days. */
      abnormalWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, title: '近几天异常' })),
      /** Without a value for these days; only people with a device. */
      silentDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, title: '无数据天数' })),
    },
    sort: ['name', 'age', 'completeness', 'updatedAt', 'createdAt'],
    row: strict({
      id: Id,
      no: nullable(Type.String()),
      name: Type.String(),
      gender: Type.Integer(),
      age: nullable(Type.Integer()),
      bloodType: nullable(Type.String()),
      rh: nullable(Type.String()),
      chronic: Type.Array(coded('chronic', '慢性病')),
      allergies: Type.Array(Type.String()),
      latest: Type.Array(
        strict({
          kind: Type.Enum([...listedKinds]),
          value: Type.Number(),
          unit: Type.String(),
          at: Instant,
          level: nullable(Type.Integer()),
          meal: nullable(Type.Enum(keysOf(meals))),
        }),
      ),
      physicalAt: nullable(Type.String()),
      abilityLevel: nullable(Type.Integer()),
      /** Last day of the assessment that set the level. */
      assessedUntil: nullable(Type.String({ format: 'date' })),
      completeness: Type.Integer(),
      visitDue: nullable(Type.String()),
      responsibleName: nullable(Type.String()),
      sealed: Type.Boolean(),
      updatedAt: Instant,
      version: Type.Integer(),
    }),
  }),
  // It shows health data: each look is in the command log.
  change: true,
};

/** List of health archives, and its export. */
export const archiveListApi = {
  getArchiveList,
  exportArchive: exportOf(getArchiveList, {
    path: '/api/archive/exportArchive',
    title: '导出健康档案',
    permission: 'archive:export',
    columns: {
      no: '编号',
      name: '客户',
      gender: '性别',
      age: '年龄',
      bloodType: '血型',
      chronic: '慢病',
      allergies: '过敏',
      pressure: '最近血压',
      heartRate: '最近心率',
      spo2: '最近血氧',
      glucose: '最近血糖',
      abilityLevel: '能力等级',
      completeness: '档案完整度',
      responsibleName: '责任医护',
      updatedAt: '更新时间',
    },
  }),
};
