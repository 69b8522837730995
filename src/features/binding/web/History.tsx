import { equipmentApi } from '#features/equipment/contract.ts';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { testKinds } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { box } from '#web/message/message.tsx';
import { SectionRows } from '#web/record/SectionRows.tsx';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { bindingApi } from '../contract.ts';
import './history.css';

type Binding = OutputOf<typeof bindingApi.getBindingList>;
type StateChange = OutputOf<typeof equipmentApi.getStateChangeList>;

/** Number of latest entries of each list. */
const shown = 50;

const timeOf = (iso: string) => <time title={fullTime(iso)}>{listTime(iso)}</time>;
const showPhoto = (id: string) =>
  void box.alert(<FileImage className="binding-photo" id={id} alt="安装照片" empty="照片没有取到" />, {
    ...{ title: '安装照片', ok: '关闭' },
  });

/** Returns 实测通过 with user and time, or the reason of an attested binding. */
function tested({ testKind, testedAt, testedBy, testNote }: Binding) {
  return (
    <span title={testedAt ? fullTime(testedAt) : undefined}>
      {testKinds[testKind]}
      <small className="ml-1.5 text-text3">{[testedBy, testNote].filter(Boolean).join('：')}</small>
    </span>
  );
}

const bindings: Column<Binding>[] = [
  {
    key: 'customerName',
    title: '客户',
    render: ({ customerId, customerName }) =>
      customerId ? <a href={`#/customer/list/${customerId}`}>{customerName}</a> : '不在你的范围',
  },
  { key: 'position', title: '安装位置' },
  { key: 'installedAt', title: '安装时间', render: ({ installedAt }) => timeOf(installedAt) },
  { key: 'installer', title: '安装人' },
  { key: 'testKind', title: '现场测试', render: tested },
  {
    key: 'photoFileId',
    title: '照片',
    render: ({ photoFileId }) =>
      photoFileId && (
        <Button kind="link" onClick={() => showPhoto(photoFileId)}>
          查看
        </Button>
      ),
  },
  {
    key: 'boundAt',
    title: '绑定',
    render: ({ boundAt, boundBy }) => (
      <>
        {timeOf(boundAt)} <small className="text-text3">{boundBy}</small>
      </>
    ),
  },
  {
    key: 'unboundAt',
    title: '解绑',
    render: ({ unboundAt, unboundBy, reason }) =>
      unboundAt ? (
        <>
          {timeOf(unboundAt)} <small className="text-text3">{[unboundBy, reason].filter(Boolean).join('：')}</small>
        </>
      ) : (
        <b>绑定中</b>
      ),
  },
];

const changes: Column<StateChange>[] = [
  { key: 'at', title: '时间', render: (row) => timeOf(row.at) },
  {
    key: 'state',
    title: '状态',
    render: ({ from, state }) => `${labelOf('equipment_state', from)} → ${labelOf('equipment_state', state)}`,
  },
  { key: 'reason', title: '原因' },
  { key: 'byName', title: '操作人', render: ({ byName }) => byName ?? '系统' },
];

/** Shows 绑定与状态历史: bindings with their tests, and state changes. */
export default function History({ device: { id } }: SectionProps) {
  const bound = useCall(bindingApi.getBindingList, { equipmentId: id, limit: shown });
  const stood = useCall(equipmentApi.getStateChangeList, { equipmentId: id, limit: shown });
  return (
    <div className="flex flex-col gap-4">
      <SectionRows {...bound} what="绑定记录" nothing="还没有绑定过客户。绑定后，安装位置、安装人和现场测试记在这里。">
        {(rows) => (
          <PanelTable
            className="record-table"
            label="绑定记录"
            columns={bindings}
            rows={rows}
            faint={({ unboundAt }) => unboundAt !== null}
          />
        )}
      </SectionRows>
      <SectionRows {...stood} what="状态变更记录" nothing="状态没有变更过。变更的时间、原因和操作人会记在这里。">
        {(rows) => <PanelTable className="record-table" label="状态变更记录" columns={changes} rows={rows} />}
      </SectionRows>
    </div>
  );
}
