import { useCallback, useMemo, useState } from 'react';
import { benefit, benefitApi } from '#features/benefit/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { columnsOf } from '#web/crud/columns.tsx';
import { valuesOf as rowValues } from '#web/crud/formFields.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { removeRow } from '#web/crud/rowMutations.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { ownZone, todayIn } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { scanField } from '#web/form/fields/FilesField.tsx';
import { RegionField } from '#web/form/fields/RegionField.tsx';
import type { FormValues } from '#web/form/types.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import { Masked } from '#web/reveal/Masked.tsx';
import type { SlotProps } from '#web/screen/manifest.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';

type Benefit = OutputOf<typeof benefitApi.getBenefitList>;

const Scan = scanField(benefitApi.uploadBenefitFile.path);

const endpoints = { add: benefitApi.addBenefit, edit: benefitApi.editBenefit };

const scan: Column<Benefit> = {
  key: 'file',
  title: '扫描件',
  render: ({ file }) =>
    file &&
    (can('pii:reveal') ? (
      <Button kind="link" onClick={() => downloadFile(file.id)}>
        下载
      </Button>
    ) : (
      '有'
    )),
};
/** Days before the end from which a benefit is highlighted for renewal. */
const soonDays = 30;
const dayMs = 86_400_000;
const endsSoon = ({ until, expired }: Benefit) =>
  until !== null && !expired && until <= todayIn(ownZone(), Date.now() + soonDays * dayMs);

const columns = columnsOf<Benefit>(
  benefit,
  {
    number: ({ id, number }) => <Masked text={number} object="benefit" id={id} field="number" label="证件号码" />,
    until: (row) => {
      if (row.expired) return `${row.until} 已过期`;
      return endsSoon(row) ? <b className="text-level2-text">{row.until}</b> : row.until;
    },
  },
  ['kind', 'number', 'grade', 'regionName', 'from', 'until', scan],
);

/** Converts the form's scan to `fileId`; a removed scan is null for a stored benefit. */
function inputOf({ files, ...values }: FormValues): FormValues {
  const [file] = (files as Attachment[] | undefined) ?? [];
  if (file) return { ...values, fileId: file.id };
  return values.id === undefined ? values : { ...values, fileId: null };
}

/** Form settings that the contract does not have; the draft is per customer. */
const formOf = (customerId: string, editing: Benefit | undefined) => ({
  fields: {
    customerId: null,
    number: { secret: true, ...(editing?.number && { hint: '显示后四位；要改时输入完整的号码' }) },
    regionCode: { control: RegionField },
    fileId: { field: 'files', wide: true, control: Scan },
  },
  draft: `${benefit.name}.${customerId}`,
  inputOf,
});

const valuesOf = (row: Benefit): FormValues => ({ ...rowValues(benefit, row), files: row.file ? [row.file] : [] });

/** Shows the customer's benefits with their documents; expired ones are faint. */
export default function CustomerSection({ record: { id, sealed } }: SlotProps<'customerSection'>) {
  const filters = useMemo(() => ({ customerId: id, limit: 100 }), [id]);
  const rows = useCall(benefitApi.getBenefitList, filters);
  const form = useCallback((editing: Benefit | undefined) => formOf(id, editing), [id]);
  const read = async (benefitId: string) =>
    (await callListApi(benefitApi.getBenefitList, filters)).rows.find((row) => row.id === benefitId);
  const edits = can('customer:edit') && !sealed;
  const [onlySoon, setOnlySoon] = useState(false);
  const soon = rows.data?.rows.filter(endsSoon) ?? [];
  const {
    add,
    edit,
    form: dialog,
  } = useRecordForm<Benefit, typeof endpoints.add, typeof endpoints.edit>(
    { resource: benefit, endpoints, form, valuesOf, read },
    rows.reload,
  );
  const remove = async (row: Benefit) => {
    const question = () => '确认删除这一项权益与证件？扫描件一并删除。';
    if (await removeRow(benefitApi.deleteBenefit, benefit, row, { question })) await rows.reload();
  };
  const actions = [
    { key: 'edit', label: '编辑', onClick: edit },
    { key: 'delete', label: '删除', tone: 'danger' as const, onClick: (row: Benefit) => void remove(row) },
  ];
  return (
    <section aria-label="权益与证件">
      <div className="flex items-center justify-between gap-2 mb-2">
        <h3 className="text-sm">权益与证件</h3>
        {edits && (
          <Button kind="link" onClick={() => add({ customerId: id })}>
            新增权益与证件
          </Button>
        )}
      </div>
      {soon.length > 0 && (
        <Button className="mb-2" aria-pressed={onlySoon} onClick={() => setOnlySoon(!onlySoon)}>
          {onlySoon ? '全部' : `${soonDays} 天内到期 ${soon.length}`}
        </Button>
      )}
      <SectionRows {...rows} what="权益与证件" nothing="没有登记权益与证件">
        {(items) => (
          <PanelTable
            className="record-table"
            label="权益与证件"
            columns={columns}
            rows={onlySoon && soon.length > 0 ? soon : items}
            faint={({ expired }) => expired}
            actions={edits ? actions : []}
          />
        )}
      </SectionRows>
      {dialog}
    </section>
  );
}
