import { equipmentApi } from '#features/equipment/contract.ts';
import { testKinds } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SlotProps } from '#web/screen/manifest.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { BatteryGlyph, OnlineGlyph } from '#web/ui/icons.tsx';

type Device = OutputOf<typeof equipmentApi.getEquipmentList>;

const columns: Column<Device>[] = [
  {
    key: 'name',
    title: '名称',
    render: ({ id, name }) => <a href={`#/equipment/list/${id}`}>{name}</a>,
  },
  { key: 'modelName', title: '型号' },
  { key: 'position', title: '位置' },
  {
    key: 'online',
    title: '在线',
    render: ({ online }) => (
      <span className="inline-flex items-center gap-1.5">
        <OnlineGlyph online={online} />
        {labelOf('online', online)}
      </span>
    ),
  },
  {
    key: 'battery',
    title: '电量',
    render: ({ battery }) =>
      battery !== null && (
        <span
          className={
            battery <= 20
              ? 'inline-flex items-center gap-1 text-level2-text font-bold'
              : 'inline-flex items-center gap-1'
          }
        >
          <BatteryGlyph percent={battery} size={18} />
          {battery}%
        </span>
      ),
  },
  {
    key: 'lastSeenAt',
    title: '最近上报',
    render: ({ lastSeenAt }) => lastSeenAt && <time title={fullTime(lastSeenAt)}>{listTime(lastSeenAt)}</time>,
  },
  {
    key: 'state',
    title: '状态',
    render: ({ state, testKind }) => (
      <>
        {labelOf('equipment_state', state)}
        {testKind === 'none' && <small className="ml-1.5 text-level2-text">{testKinds.none}</small>}
      </>
    ),
  },
  { key: 'sn', title: '设备编号', render: ({ sn }) => <span className="mono">{sn}</span> },
];

/** Returns the record's address with an action on a device; the action's dialog opens over the record. */
const dialogHref = (id: string, what: string, of: string) => `#/customer/list/${id}?section=equipment&${what}=${of}`;

function actionsFor(id: string) {
  const action = (key: string, label: string, shown?: (row: Device) => boolean) => ({
    ...{ key, label, ...(shown && { shown }) },
    onClick: (row: Device) => {
      location.hash = dialogHref(id, key, row.id);
    },
  });
  return [
    ...(can('equipment:edit') ? [action('replace', '更换'), action('unbind', '解绑')] : []),
    ...(can('equipment:test') ? [action('fieldTest', '现场测试', ({ state }) => state !== 'lost')] : []),
  ];
}

/** Shows the customer's devices. */
export default function CustomerSection({ record: { id, serviceState } }: SlotProps<'customerSection'>) {
  const rows = useCall(equipmentApi.getEquipmentList, { customerId: id, limit: 50 });
  return (
    <>
      {can('equipment:edit') && serviceState !== 'ended' && serviceState !== 'deceased' && (
        <a className="button inline-flex items-center mb-3" href={dialogHref(id, 'bindTo', id)}>
          绑定设备
        </a>
      )}
      <SectionRows {...rows} what="设备" nothing="没有绑定设备">
        {(items) => (
          <PanelTable className="record-table" label="设备" columns={columns} rows={items} actions={actionsFor(id)} />
        )}
      </SectionRows>
    </>
  );
}
