import { Id, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { edit, Org, Version } from './physical.ts';

/** What a column can hold that is no item of the catalogue. */
export const importFields = {
  idNo: '身份证号',
  date: '体检日期',
  /** Both values of the left arm in a cell: 150/90. */
  pressure: '血压（高/低）',
  name: '姓名',
  doctor: '医生',
  conclusion: '结论',
  advice: '建议',
  nextDate: '下次体检日期',
} as const;
export type ImportField = keyof typeof importFields;
/** Without these columns no row has a person and a day. */
export const neededFields = ['idNo', 'date'] as const satisfies readonly ImportField[];

const Code = Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[A-Za-z0-9_.-]{1,40}$' });

/** Headings of an institution's files: code of an item or field, or null: left out. */
const Columns = Type.Record(Type.String({ pattern: '^[^\\u0000]{1,100}$' }), Code, {
  maxProperties: 300,
  title: '列',
});

const Heading = strict({
  /** As it stands in the file. */
  heading: Type.String(),
  /** The first values below it. */
  samples: Type.Array(Type.String(), { maxItems: 3 }),
  code: Code,
  /** Matched by hand before, proposed by its words, or new. */
  source: Type.Enum(['stored', 'proposed', 'new']),
});

/** Import of an institution's files: headings are matched once by hand, then files are uploaded, previewed and confirmed. */
export const physicalImportApi = {
  getPhysicalMapping: post('/api/physical/getPhysicalMapping', {
    title: '体检文件的列',
    ...{ permission: edit, change: false },
    input: { org: Org },
    /** `version`: null before the first match. */
    output: strict({ org: Type.String(), columns: Columns, version: nullable(Type.Integer()) }),
  }),
  editPhysicalMapping: post('/api/physical/editPhysicalMapping', {
    title: '编辑体检文件的列',
    permission: edit,
    input: { org: Org, columns: Columns, version: Type.Optional(nullable(Version)) },
    output: strict({ version: Type.Integer() }),
  }),
  /** Reads the headings of a file; stores nothing. */
  getPhysicalHeadings: post('/api/physical/getPhysicalHeadings', {
    ...{ title: '读取体检文件的列', permission: edit, upload: true, change: false },
    input: { org: Org },
    output: strict({
      /** Row of the headings in the file, from 1. */
      row: Type.Integer(),
      headings: Type.Array(Heading, { maxItems: 300 }),
      version: nullable(Type.Integer()),
    }),
  }),
  /** Reads a file by the stored match; then `/api/import/getImportPreview` and `confirmImport`. */
  importPhysical: post('/api/physical/importPhysical', {
    ...{ title: '导入体检', permission: edit, upload: true },
    input: { org: Org },
    output: strict({ jobId: Id }),
  }),
};
