import { type physicalApi, physicalKinds, physicalLink } from '#features/physical/contract.ts';
import { Abnormal, oneDecimal, pressureText, StatusBadge } from '#features/physical/web/service.ts';
import { genders } from '#shared/codes.ts';
import { missing } from '#web/data/format.ts';
import type { ColumnOf } from '#web/table/types.ts';

/** Columns of the list of examinations (domain.md 6.25). */
export const listColumns: readonly ColumnOf<typeof physicalApi.getPhysicalList>[] = [
  {
    ...{ key: 'customerName', title: '客户', width: 96, fixed: 'left', sort: 'name' },
    render: ({ id, customerName }) => (
      <a className="truncate text-text font-bold" href={physicalLink(id)}>
        {customerName}
      </a>
    ),
  },
  {
    ...{ key: 'gender', title: '性别', width: 48, hideOrder: 1 },
    render: ({ gender }) => genders[gender as keyof typeof genders],
  },
  { key: 'age', title: '年龄', width: 64, align: 'right', sort: true, hideOrder: 3 },
  { key: 'date', title: '体检日期', width: 104, sort: true },
  { key: 'org', title: '机构', width: 144 },
  { key: 'kind', title: '类型', width: 64, render: ({ kind }) => physicalKinds[kind] },
  { key: 'doctor', title: '医生', width: 80, hideOrder: 2 },
  {
    ...{ key: 'pressure', title: '血压 mmHg', width: 96, align: 'right' },
    render: ({ pressure }) => pressureText(pressure),
  },
  { key: 'bmi', title: 'BMI', width: 56, align: 'right', render: ({ bmi }) => oneDecimal(bmi) },
  { key: 'glucose', title: '空腹血糖', width: 72, align: 'right', render: ({ glucose }) => oneDecimal(glucose) },
  { key: 'abnormal', title: '异常项', width: 160, sort: true, render: Abnormal },
  { key: 'conclusion', title: '结论', width: 144, hideOrder: 6 },
  { key: 'nextDate', title: '下次', width: 96, sort: true, hideOrder: 5 },
  {
    ...{ key: 'fileIds', title: '报告', width: 64, hideOrder: 4 },
    render: ({ id, fileIds }) =>
      fileIds.length === 0 ? missing : <a href={`${physicalLink(id)}?report=open`}>{fileIds.length} 份</a>,
  },
  { key: 'status', title: '状态', width: 80, noTooltip: true, render: StatusBadge },
  { key: 'enteredByName', title: '录入', width: 80, hidden: true },
];
