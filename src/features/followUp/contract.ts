import { FollowUpTerms } from '#features/warn/contract.ts';
import { addressProps } from '#shared/address.ts';
import { keysOf, livingStates } from '#shared/codes.ts';
import { Id, Instant, list, Moment, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Reasons of a plan for calling customers. */
export const planKinds = {
  after_alarm: '告警后',
  install: '新装 7 天',
  offline: '离线',
  care: '定期关怀',
  birthday: '生日',
  weather: '高温寒潮',
  test_press: '每月试按',
} as const;
export const followUpKinds = { ...planKinds, request: '诉求' } as const;
export const planStates = { draft: '草稿', active: '进行中', ended: '已结束' } as const;
/** Types of a non-urgent request; an emergency is a warn (domain.md 8.5). */
export const requestTypes = { consult: '咨询', referral: '服务转介', complaint: '投诉' } as const;
export const followUpResults = { reached: '已回访', no_answer: '未接听', visit: '需上门' } as const;
export const followUpStates = { open: '待回访', visit: '需上门', done: '已完成', dropped: '已取消' } as const;
export const satisfactions = { very_good: '非常满意', good: '满意', fair: '一般', bad: '不满意' } as const;
/** Views: due, due later, needs a visit, done. */
export const followUpViews = { due: '到期', later: '未到期', visit: '需上门', done: '已完成' } as const;

const Kind = Type.Enum(keysOf(followUpKinds), { title: '类别' });
const PlanKind = Type.Enum(keysOf(planKinds), { title: '类别' });
const RequestType = Type.Enum(keysOf(requestTypes), { title: '诉求类型' });
const Result = Type.Enum(keysOf(followUpResults), { title: '结果' });
const Satisfaction = Type.Enum(keysOf(satisfactions), { title: '满意度' });
const Day = (title: string) => Type.String({ format: 'date', title });
const LastDay = Type.String({ format: 'date', title: '截止日期', after: 'from' });
const Name = Type.String({ pattern: '\\S.*\\S', maxLength: 40, title: '名称', msg: '名称为2至40个字' });
const AssigneeIds = Type.Array(Id, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  title: '回访人员',
  msg: '请选择回访人员',
});
const Script = Type.String({ maxLength: 1000, title: '话术' });
const Count = Type.Integer({ minimum: 0 });
const Version = Type.Integer({ minimum: 1, title: '版本' });

const Option = strict({ value: Id, label: Type.String() });

/** Filter for the customers of a plan. */
const Filter = strict(
  {
    projectId: Type.Optional(Type.String({ ...Id, title: '项目' })),
    /** With its subtree. */
    departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })),
    livingState: Type.Optional(Type.Array(Type.Enum(keysOf(livingStates)), { maxItems: 20, title: '居住情况' })),
    ageFrom: Type.Optional(Type.Integer({ minimum: 0, maximum: 120, title: '年龄不小于' })),
  },
  '客户范围',
);

export interface DepartmentChoice {
  id: string;
  name: string;
  children: DepartmentChoice[];
}

const Counts = strict({ total: Count, open: Count, visit: Count, done: Count });

/** Endpoints of follow-ups (domain.md 8.6): due after warns, or made by plans. */
export const followUpApi = {
  getPlanList: list('/api/followUp/getPlanList', {
    title: '回访计划',
    permission: 'followUp:list',
    filters: {
      kind: Type.Optional(Type.Array(PlanKind, { maxItems: 10, title: '类别' })),
      state: Type.Optional(Type.Array(Type.Enum(keysOf(planStates)), { maxItems: 3, title: '状态' })),
    },
    sort: ['until'],
    row: strict({
      id: Id,
      kind: PlanKind,
      name: Type.String(),
      state: Type.Enum(keysOf(planStates)),
      filter: Filter,
      from: Type.String(),
      until: Type.String(),
      shareAmong: Type.Array(Id),
      people: Type.Array(Type.String()),
      script: nullable(Type.String()),
      counts: Counts,
      createdBy: nullable(Type.String()),
      /** False when the plan exceeds the viewer's scope. */
      editable: Type.Boolean(),
      version: Type.Integer(),
    }),
  }),
  /**
   * Adds a plan and the rows of customers who match now, a draft without rows; 400 when more customers match than a
   * plan may have.
   */
  addPlan: post('/api/followUp/addPlan', {
    title: '新建回访计划',
    permission: 'followUp:plan',
    input: {
      kind: PlanKind,
      name: Name,
      filter: Filter,
      from: Day('开始日期'),
      until: LastDay,
      shareAmong: AssigneeIds,
      /** Script of its calls instead of the default of its kind; one sentence per line. */
      script: Type.Optional(Script),
      draft: Type.Optional(Type.Boolean({ title: '草稿' })),
    },
    output: strict({ id: Id, counts: Counts }),
  }),
  /**
   * Changes a plan; remaining rows are redistributed when its users change. 409 for draft-only fields of a started
   * plan.
   */
  editPlan: post('/api/followUp/editPlan', {
    title: '编辑回访计划',
    permission: 'followUp:plan',
    input: {
      id: Id,
      version: Version,
      kind: Type.Optional(PlanKind),
      name: Type.Optional(Name),
      filter: Type.Optional(Filter),
      from: Type.Optional(Day('开始日期')),
      until: Type.Optional(LastDay),
      shareAmong: Type.Optional(AssigneeIds),
      script: Type.Optional(nullable(Script)),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  /** Starts a draft and distributes its rows. */
  startPlan: post('/api/followUp/startPlan', {
    title: '开始回访计划',
    permission: 'followUp:plan',
    input: { id: Id, version: Version },
    output: strict({ id: Id, counts: Counts }),
  }),
  /** Ends a plan: its remaining rows are dropped, except those due after warns. */
  endPlan: post('/api/followUp/endPlan', {
    title: '结束回访计划',
    permission: 'followUp:plan',
    input: { id: Id, version: Version },
    output: strict({ dropped: Count }),
  }),
  /** Deletes a draft; a started plan is refused. */
  deletePlan: post('/api/followUp/deletePlan', {
    title: '删除回访计划草稿',
    permission: 'followUp:plan',
    input: { id: Id, version: Version },
    output: NoData,
  }),
  getPlanChoice: post('/api/followUp/getPlanChoice', {
    title: '回访计划的选项',
    permission: 'followUp:list',
    change: false,
    input: {},
    output: strict({
      people: Type.Array(Option),
      projects: Type.Array(Option),
      departments: Type.Unsafe<DepartmentChoice[]>({
        type: 'array',
        items: { type: 'object', additionalProperties: true },
      }),
    }),
  }),
  getFollowUpList: list('/api/followUp/getFollowUpList', {
    title: '回访',
    permission: 'followUp:list',
    filters: {
      /** `all`: everything that was not dropped, newest first. */
      view: Type.Optional(Type.Enum([...keysOf(followUpViews), 'all'], { title: '范围' })),
      kind: Type.Optional(Type.Array(Kind, { maxItems: 10, title: '类别' })),
      planId: Type.Optional(Id),
      customerId: Type.Optional(Id),
      doneById: Type.Optional(Type.String({ ...Id, title: '完成人' })),
      /** Instant, or day of the project of the warn or customer. */
      doneFrom: Type.Optional(Type.String({ ...Moment, title: '完成时间起' })),
      doneTo: Type.Optional(Type.String({ ...Moment, title: '完成时间止' })),
      /** Department of the warn or customer, with its subtree. */
      departmentId: Type.Optional(Id),
      /** Rows assigned to the viewer or to no user. */
      mine: Type.Optional(Type.Boolean({ title: '只看我的' })),
    },
    sort: ['due'],
    row: strict({
      id: Id,
      kind: Kind,
      state: Type.Enum(keysOf(followUpStates)),
      planId: nullable(Id),
      planName: nullable(Type.String()),
      /** The plan's script, instead of the default. */
      script: nullable(Type.String()),
      warnId: nullable(Id),
      warnNo: nullable(Type.String()),
      equipmentId: nullable(Id),
      equipmentName: nullable(Type.String()),
      equipmentSn: nullable(Type.String()),
      requestType: nullable(RequestType),
      request: nullable(Type.String()),
      /** Examination that the request follows. */
      physicalId: nullable(Id),
      provider: nullable(Type.String()),
      /** Null for a warn without a customer, or when the viewer may not see the customer. */
      customerId: nullable(Id),
      customerName: nullable(Type.String()),
      livingState: nullable(Type.String()),
      /** Masked. */
      mobile: nullable(Type.String()),
      /** Masked. */
      phone: nullable(Type.String()),
      due: Instant,
      tries: Count,
      result: nullable(Result),
      satisfaction: nullable(Satisfaction),
      note: nullable(Type.String()),
      assigneeId: nullable(Id),
      assigneeName: nullable(Type.String()),
      lastAt: nullable(Instant),
      doneAt: nullable(Instant),
      doneBy: nullable(Type.String()),
      version: Type.Integer(),
    }),
  }),
  /** Customer data needed for the call; numbers are unmasked for the assignee. 409 when it is done. */
  getFollowUpPerson: post('/api/followUp/getFollowUpPerson', {
    title: '查看回访对象',
    permission: 'followUp:finish',
    input: { id: Id },
    output: strict({
      name: Type.String(),
      gender: Type.Integer(),
      age: nullable(Type.Integer()),
      livingState: nullable(Type.String()),
      /** Communication notes of the customer's record. */
      communication: nullable(Type.String()),
      /** `spot` and `address` only for a visit. */
      ...addressProps,
      mobile: nullable(Type.String()),
      phone: nullable(Type.String()),
      contacts: Type.Array(
        strict({ id: Id, name: Type.String(), relation: Type.String(), phone: nullable(Type.String()) }),
      ),
      /** Last recorded results for the customer, newest first. */
      before: Type.Array(
        strict({
          id: Id,
          kind: Kind,
          at: Instant,
          by: nullable(Type.String()),
          result: nullable(Result),
          note: nullable(Type.String()),
        }),
      ),
      terms: FollowUpTerms,
    }),
  }),
  /** Adds a request made on the phone; it is closed by a call that asks for satisfaction. */
  addRequest: post('/api/followUp/addRequest', {
    title: '登记诉求',
    permission: 'followUp:finish',
    input: {
      customerId: Type.String({ ...Id, title: '客户' }),
      requestType: RequestType,
      request: Type.String({ minLength: 5, maxLength: 500, title: '诉求内容', msg: '诉求内容为5至500个字' }),
      /** Provider of a referral. */
      provider: Type.Optional(Type.String({ minLength: 2, maxLength: 60, title: '转介给', msg: '转介给为2至60个字' })),
      due: Type.String({ ...Instant, title: '回访时间' }),
    },
    output: strict({ id: Id, due: Instant }),
  }),
  /**
   * Records the result of a call. After 未接听 the customer is called three more times within two days, then visited. 409
   * after a concurrent change. After 已送医: 409 without a connected call on record; before 72 hours the row stays open.
   */
  finishFollowUp: post('/api/followUp/finishFollowUp', {
    title: '记录回访',
    permission: 'followUp:finish',
    input: {
      id: Id,
      version: Version,
      result: Result,
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, title: '回访记录' })),
      satisfaction: Type.Optional(Satisfaction),
      /** If reached: time of a further follow-up; if not: time of the next call instead of the default. */
      nextAt: Type.Optional(Type.String({ ...Instant, title: '下次回访' })),
    },
    output: strict({ id: Id, state: Type.Enum(keysOf(followUpStates)), due: Instant, version: Type.Integer() }),
  }),
};

export const feature: Feature = {
  title: '回访',
  labels: {
    'follow_up.kind': followUpKinds,
    'follow_up.request_type': requestTypes,
    'follow_up.result': followUpResults,
    'follow_up.satisfaction': satisfactions,
    'follow_up.state': followUpStates,
    'follow_up_plan.kind': planKinds,
    'follow_up_plan.living_state': livingStates,
    'follow_up_plan.state': planStates,
  },
  endpoints: followUpApi,
  screens: [
    {
      path: '/warn/sos/follow_up',
      title: '回访与试按',
      icon: 'list',
      group: '值守',
      sort: 10,
      component: 'FollowUpScreen',
      hidden: true,
      permission: { key: 'followUp:list', title: '查看回访', roles: ['area', 'leader', 'operator'] },
      buttons: [
        { key: 'followUp:finish', title: '记录回访', roles: ['area', 'leader', 'operator'] },
        { key: 'followUp:plan', title: '回访计划', roles: ['area', 'leader'] },
      ],
    },
  ],
};
