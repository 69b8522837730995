import { Answers, Code, Facts, Notes, ScaleScoreOutput, unlogged, Version } from '#features/scale/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, Instant, list, NoData, nullable, pick, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { assessmentStatuses, Day, drawnSigners, signers, words } from './parts.ts';

const read = 'assessment:list';
const edit = 'assessment:edit';
const sign = 'assessment:sign';

const Status = Type.Enum(keysOf(assessmentStatuses), { title: '状态' });
const Reason = coded('assess_reason', '评估原因');
const AssessorIds = Type.Array(Id, { minItems: 1, maxItems: 6, uniqueItems: true, title: '评估员' });
const Person = strict({ id: Id, name: Type.String() });
const Parts = Type.Record(Type.String(), Type.Number());
const RegionCode = Type.String({ pattern: '^\\d{6,12}$', title: '区域' });

/** Result columns are null in a draft. */
const row = {
  id: Id,
  no: Type.String(),
  customerId: Id,
  customerName: Type.String(),
  scale: Type.String(),
  scaleName: Type.String(),
  scaleVersion: Type.Integer(),
  reason: Type.String(),
  date: Type.String({ format: 'date' }),
  assessors: Type.Array(Person),
  parts: nullable(Parts),
  total: nullable(Type.Number()),
  preliminary: nullable(Type.String()),
  final: nullable(Type.String()),
  /** Labels of the grades in the scale's version. */
  preliminaryLabel: nullable(Type.String()),
  finalLabel: nullable(Type.String()),
  /** The matrix has no grade; `manualGrade`: what the reviewer entered. */
  manual: Type.Boolean(),
  manualGrade: nullable(Type.String()),
  manualGradeLabel: nullable(Type.String()),
  status: Status,
  /** Last day. */
  validUntil: nullable(Type.String({ format: 'date' })),
  /** Signatures of assessors, and how many the scale asks for. */
  signed: Type.Integer(),
  signaturesNeeded: Type.Integer(),
  version: Type.Integer(),
};
const Row = strict(row);

export const AssessmentFilters = {
  customerId: Type.Optional(Id),
  scale: Type.Optional(Type.Array(Code('量表'), { maxItems: 20, title: '量表' })),
  /** Final grades, of a manual one too. */
  grade: Type.Optional(Type.Array(Code('等级'), { maxItems: 20, title: '等级' })),
  status: Type.Optional(Type.Array(Status, { maxItems: 6, title: '状态' })),
  assessorId: Type.Optional(Type.String({ ...Id, title: '评估员' })),
  dateFrom: Type.Optional(Day('起始日期')),
  dateTo: Type.Optional(Day('截止日期')),
  /** The newest finished one of its scale ends within these days. */
  dueDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, title: '几天内到期' })),
  /** The newest finished one of its person and scale, or not. */
  latest: Type.Optional(Type.Boolean({ title: '最近一次' })),
  departmentId: Type.Optional(Id),
  regionCode: Type.Optional(RegionCode),
  /** People of the department and region themselves, without those below. */
  areaOnly: Type.Optional(Type.Boolean({ title: '只看本级' })),
};

const getAssessmentList = {
  ...list('/api/assessment/getAssessmentList', {
    title: '评估列表',
    permission: read,
    filters: AssessmentFilters,
    sort: ['date', 'no', 'name', 'total', 'validUntil', 'createdAt'],
    row: Row,
  }),
  // It shows health data: each look is in the command log.
  change: true,
};

const Signature = strict({
  who: Type.Enum(keysOf(signers)),
  userId: nullable(Id),
  name: Type.String(),
  relation: nullable(Type.String()),
  fileId: nullable(Id),
  at: Instant,
  hash: Type.String(),
});

/** Who gave an answer or fact, and the answer before by somebody else. */
const Trail = Type.Record(
  Type.String(),
  strict({
    by: Id,
    name: Type.String(),
    at: Instant,
    was: Type.Optional(strict({ value: Type.Unknown(), by: Id, name: Type.String(), at: Instant })),
  }),
);

/** Annex A as far as the archive has it, codes as their labels: read live in a draft, frozen with the submission. */
const AnnexA = strict({
  name: Type.String(),
  gender: Type.Integer(),
  birthDate: nullable(Type.String()),
  age: nullable(Type.Integer()),
  /** As `110101********1234`. */
  idNo: nullable(Type.String()),
  ethnicity: nullable(Type.String()),
  education: nullable(Type.String()),
  marital: nullable(Type.String()),
  livingState: nullable(Type.String()),
  address: nullable(Type.String()),
  /** cm, kg */
  height: nullable(Type.Number()),
  weight: nullable(Type.Number()),
  contacts: Type.Array(strict({ name: Type.String(), relation: Type.String(), phone: nullable(Type.String()) }), {
    maxItems: 20,
  }),
  benefits: Type.Array(Type.String(), { maxItems: 30 }),
  conditions: Type.Array(
    strict({
      code: nullable(Type.String()),
      name: Type.String(),
      since: nullable(Type.String()),
      hospital: nullable(Type.String()),
    }),
    { maxItems: 200 },
  ),
  medicines: Type.Array(
    strict({
      name: Type.String(),
      route: nullable(Type.String()),
      dose: nullable(Type.String()),
      frequency: nullable(Type.String()),
    }),
    { maxItems: 200 },
  ),
  /** Facts that the archive proposes for this scale, e.g. `{ diagnoses: ["F01"] }`. */
  proposed: Type.Record(Type.String(), Type.Unknown()),
});

/** Result of another assessment of the same person and scale. */
const Before = strict({
  id: Id,
  date: Type.String({ format: 'date' }),
  scaleVersion: Type.Integer(),
  answers: Type.Record(Type.String(), Type.String()),
  parts: Parts,
  total: nullable(Type.Number()),
  final: nullable(Type.String()),
  finalLabel: nullable(Type.String()),
});

const Detail = strict({
  ...row,
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  address: nullable(Type.String()),
  responsibleName: nullable(Type.String()),
  /** Zone of the customer's project. */
  timeZone: Type.String(),
  answers: Type.Record(Type.String(), Type.String()),
  facts: Type.Record(Type.String(), Type.Unknown()),
  notes: Type.Record(Type.String(), Type.String()),
  prorate: Type.Boolean(),
  trail: Trail,
  /** Of the answers as they are: of a draft the running one. */
  score: ScaleScoreOutput,
  missing: Type.Array(Type.String()),
  rules: ScaleScoreOutput.properties.rules,
  signatures: Type.Array(Signature),
  /** Of the answers; null in a draft. */
  hash: nullable(Type.String()),
  person: AnnexA,
  /** The last finished one of the scale before this one. */
  before: nullable(Before),
  /** Finished ones of the scale, oldest first. */
  history: Type.Array(pick2(Before), { maxItems: 20 }),
  reviewedByName: nullable(Type.String()),
  reviewedAt: nullable(Instant),
  /** Of the last review, passed or sent back. */
  reviewNote: nullable(Type.String()),
  manualReason: nullable(Type.String()),
  /** Why it was voided or replaced. */
  endReason: nullable(Type.String()),
  replacesId: nullable(Id),
  replacedById: nullable(Id),
  /** What the viewer may do now. */
  can: strict({
    save: Type.Boolean(),
    submit: Type.Boolean(),
    sign: Type.Boolean(),
    addSignature: Type.Boolean(),
    review: Type.Boolean(),
    void: Type.Boolean(),
    replace: Type.Boolean(),
  }),
  createdByName: nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
});

function pick2({ properties }: typeof Before) {
  return strict(pick(properties, ['id', 'date', 'parts', 'total', 'final', 'finalLabel']));
}

const State = strict({
  id: Id,
  no: Type.String(),
  status: Status,
  validUntil: nullable(Type.String({ format: 'date' })),
  missing: Type.Array(Type.String()),
  signatures: Type.Array(Signature),
  version: Type.Integer(),
});

export const assessmentRecordApi = {
  getAssessmentList,
  exportAssessment: exportOf(getAssessmentList, {
    path: '/api/assessment/exportAssessment',
    title: '导出评估',
    permission: 'assessment:export',
    columns: {
      no: '编号',
      customerName: '客户',
      scaleName: '量表',
      reason: '评估原因',
      date: '日期',
      assessors: '评估员',
      parts: '分项得分',
      total: '总分',
      preliminary: '初步等级',
      final: '最终等级',
      validUntil: '有效期至',
      status: '状态',
    },
  }),
  getAssessment: post('/api/assessment/getAssessment', {
    title: '评估详情',
    permission: read,
    input: { id: Id },
    output: Detail,
  }),
  /**
   * Newest finished and valid ones by grade, in the areas next below: regions with `regionCode`, else departments. Each
   * number is the list's with the scale, `status: ["done"]`, `latest: true`, the grade and the area's id as region or
   * department. People of the area itself have its id: theirs with `areaOnly`, too.
   */
  getAssessmentArea: post('/api/assessment/getAssessmentArea', {
    title: '评估等级分布',
    ...{ permission: read, change: false },
    input: { scale: Code('量表'), regionCode: Type.Optional(RegionCode), departmentId: Type.Optional(Id) },
    output: Type.Array(
      strict({ id: Type.String(), name: Type.String(), grades: Type.Record(Type.String(), Type.Integer()) }),
      { maxItems: 500 },
    ),
  }),
  /** Users who may assess this person. */
  getAssessorList: post('/api/assessment/getAssessorList', {
    title: '可选的评估员',
    ...{ permission: edit, change: false },
    input: { customerId: Type.String({ ...Id, title: '客户' }) },
    output: Type.Array(Person, { maxItems: 500 }),
  }),
  addAssessment: post('/api/assessment/addAssessment', {
    title: '新建评估',
    permission: edit,
    input: {
      customerId: Type.String({ ...Id, title: '客户' }),
      scale: Code('量表'),
      reason: Reason,
      date: Day('评估基准日期'),
      assessorIds: AssessorIds,
      /** True: 409 with `data: { id }` of an unfinished one of this person and scale. */
      unlessOpen: Type.Optional(Type.Boolean({ title: '没有未完成的同量表评估' })),
    },
    output: State,
  }),
  /**
   * Changes the given answers, facts and notes, of a submitted one too: that drops its signatures. An older version: 409
   * with `data: { version, updatedBy, updatedAt, changes: [{ field, old, new, by, at }] }` of the keys changed since: `field` is
   * the code of an item, the key of a fact, `notes.<item>`, or a field of the input; `by` a name.
   */
  saveAssessment: post('/api/assessment/saveAssessment', {
    title: '保存评估答案',
    permission: edit,
    input: {
      id: Id,
      answers: Type.Optional(Answers),
      facts: Type.Optional(Facts),
      notes: Type.Optional(Notes),
      prorate: Type.Optional(Type.Boolean({ title: '按比例折算' })),
      reason: Type.Optional(Reason),
      date: Type.Optional(Day('评估基准日期')),
      assessorIds: Type.Optional(AssessorIds),
      version: Version,
    },
    output: State,
  }),
  submitAssessment: post('/api/assessment/submitAssessment', {
    title: '提交评估',
    permission: edit,
    input: { id: Id },
    output: State,
  }),
  signAssessment: post('/api/assessment/signAssessment', {
    title: '评估签名',
    permission: sign,
    input: {
      id: Id,
      /** Absent: the viewer signs as assessor. */
      who: Type.Optional(Type.Enum(keysOf(drawnSigners), { title: '签名人' })),
      name: Type.Optional(Type.String({ minLength: 2, maxLength: 20, pattern: '\\S', title: '姓名', ...unlogged })),
      relation: Type.Optional(Type.String({ minLength: 1, maxLength: 20, pattern: '\\S', title: '关系', ...unlogged })),
      fileId: Type.Optional(Type.String({ ...Id, title: '签名图片' })),
    },
    output: State,
  }),
  uploadSignature: post('/api/assessment/uploadSignature', {
    ...{ title: '上传签名图片', permission: sign, upload: true },
    input: { id: Id },
    output: strict({ id: Id, name: Type.String(), type: Type.String(), size: Type.Integer() }),
  }),
  reviewAssessment: post('/api/assessment/reviewAssessment', {
    title: '审核评估',
    permission: 'assessment:review',
    input: {
      id: Id,
      approved: Type.Boolean({ title: '通过' }),
      /** Needed to send it back. */
      note: Type.Optional(words('审核意见')),
      /** Needed where the matrix has no grade, with the note as its reason. */
      manualGrade: Type.Optional(Code('等级')),
    },
    output: State,
  }),
  voidAssessment: post('/api/assessment/voidAssessment', {
    title: '作废评估',
    permission: 'assessment:review',
    input: { id: Id, reason: words('作废原因', 2) },
    output: State,
  }),
  /** A draft by others, which replaces this one when it is done. `reason`: a code of `assess_reason`, or words. */
  replaceAssessment: post('/api/assessment/replaceAssessment', {
    title: '复评',
    permission: edit,
    input: {
      id: Id,
      reason: words('复评原因', 2),
      assessorIds: Type.Optional(AssessorIds),
      date: Type.Optional(Day('评估基准日期')),
    },
    output: State,
  }),
  deleteAssessment: post('/api/assessment/deleteAssessment', {
    title: '删除评估草稿',
    permission: edit,
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '评估' }) },
    output: NoData,
  }),
};
