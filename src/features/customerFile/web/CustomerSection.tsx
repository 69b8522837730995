import { useMemo, useState } from 'react';
import { customerFile, customerFileApi } from '#features/customerFile/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import { columnsOf, Moment } from '#web/crud/columns.tsx';
import { formFields } from '#web/crud/formFields.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { removeRow } from '#web/crud/rowMutations.ts';
import { downloadFile } from '#web/file/file.ts';
import { fileSize } from '#web/file/fileSize.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { FilesField } from '#web/form/fields/FilesField.tsx';
import type { ControlProps } from '#web/form/types.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SlotProps } from '#web/screen/manifest.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';

type Row = OutputOf<typeof customerFileApi.getCustomerFileList>;

const nameColumn: Column<Row> = {
  key: 'file',
  title: '名称',
  render: ({ file }) =>
    file &&
    (can('pii:reveal') ? (
      <Button kind="link" onClick={() => downloadFile(file.id)}>
        {file.name}
      </Button>
    ) : (
      file.name
    )),
};
const sizeColumn: Column<Row> = { key: 'size', title: '大小', render: ({ file }) => file && fileSize(file.size) };
const madeColumn: Column<Row> = {
  key: 'createdAt',
  title: '上传时间',
  render: ({ createdAt }) => <Moment at={createdAt} />,
};
const columns = columnsOf<Row>(customerFile, {}, [nameColumn, 'remark', sizeColumn, 'userName', madeColumn]);

/** Uploaded file; the form holds its id. */
function Upload({ value, onChange, ...rest }: ControlProps) {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const take = (sent: unknown) => {
    const [file] = sent as Attachment[];
    setFiles(file ? [file] : []);
    onChange(file?.id);
  };
  return (
    <FilesField
      {...rest}
      value={files.filter(({ id }) => id === value)}
      onChange={take}
      path={customerFileApi.uploadCustomerFile.path}
      most={1}
    />
  );
}
const fields = formFields(customerFile, false, { customerId: null, fileId: { wide: true, control: Upload } });

/** Asks for a file and its kind. Open while mounted. */
function FileForm({
  customer: { id, name },
  ...closing
}: {
  customer: SlotProps<'customerSection'>['record'];
  onDone: () => void;
  onClosed: () => void;
}) {
  return (
    <DialogForm
      open
      initial={{ customerId: id }}
      endpoint={customerFileApi.addCustomerFile}
      title={`新增附件 · ${name}`}
      size="small"
      fields={fields}
      doneText="附件已新增"
      {...closing}
    />
  );
}

/** Shows the customer's files with kind, uploader and time. */
export default function CustomerSection({ record }: SlotProps<'customerSection'>) {
  const filters = useMemo(() => ({ customerId: record.id, limit: 100 }), [record.id]);
  const rows = useCall(customerFileApi.getCustomerFileList, filters);
  const [adding, setAdding] = useState(false);
  const edits = can('customer:edit') && !record.sealed;
  const remove = async (row: Row) => {
    const question = () => `确认删除附件「${row.file?.name ?? ''}」？`;
    if (await removeRow(customerFileApi.deleteCustomerFile, customerFile, row, { question })) await rows.reload();
  };
  const actions = [{ key: 'delete', label: '删除', tone: 'danger' as const, onClick: (row: Row) => void remove(row) }];
  return (
    <>
      <SectionRows {...rows} what="附件" nothing="没有附件">
        {(items) => (
          <PanelTable
            className="record-table"
            label="附件"
            columns={columns}
            rows={items}
            actions={edits ? actions : []}
          />
        )}
      </SectionRows>
      {edits && (
        <p className="mt-2">
          <Button kind="link" onClick={() => setAdding(true)}>
            新增附件
          </Button>
        </p>
      )}
      {adding && <FileForm customer={record} onDone={() => void rows.reload()} onClosed={() => setAdding(false)} />}
    </>
  );
}
