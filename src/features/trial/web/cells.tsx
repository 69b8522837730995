import { lowBattery } from '#features/equipment/web/service.ts';
import { trialApi, trialResults, type trialStates } from '#features/trial/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { Moment } from '#web/crud/columns.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import { Masked } from '#web/reveal/Masked.tsx';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { BatteryGlyph, OnlineGlyph } from '#web/ui/icons.tsx';

export type TrialRow = OutputOf<typeof trialApi.getTrialList>;

const day = 86_400_000;

function Pressed({ pressedAt, ticked }: Pick<TrialRow, 'pressedAt'> & { ticked: string | undefined }) {
  if (ticked !== undefined)
    return (
      <span className="text-success font-bold" role="status">
        ✓ 已按 {fullTime(ticked).slice(11, 16)}
      </span>
    );
  if (pressedAt === null) return <span className="text-level2-text">从未</span>;
  const days = Math.floor((Date.now() - Date.parse(pressedAt)) / day);
  return <time title={fullTime(pressedAt)}>{days === 0 ? listTime(pressedAt) : `${days} 天前`}</time>;
}

/** Shows the phone number; users with the test permission can reveal it while the press is due. */
function Phone({ id: equipmentId, customerId, mobile, phone, isOpen }: TrialRow & { isOpen: boolean }) {
  if (customerId === null) return missing;
  const [field, text, label] =
    mobile !== null ? (['mobile', mobile, '手机号'] as const) : (['phone', phone, '固定电话'] as const);
  const look = () => callApi(trialApi.revealTrialPhone, { id: equipmentId });
  return (
    <Masked
      {...{ object: 'customer', id: customerId, field, text, label }}
      {...(isOpen && can('equipment:test') && { look })}
      dials
    />
  );
}

function Device({ online, battery }: TrialRow) {
  const low = battery !== null && battery <= lowBattery;
  return (
    <span className="inline-flex items-center gap-2">
      <span
        className={
          online === 'offline'
            ? 'inline-flex items-center gap-1.5 text-level1-text'
            : 'inline-flex items-center gap-1.5'
        }
      >
        <OnlineGlyph online={online} />
        {labelOf('online', online)}
      </span>
      {battery !== null && (
        <span className={low ? 'inline-flex items-center gap-1 text-level2-text' : 'inline-flex items-center gap-1'}>
          <BatteryGlyph percent={battery} size={18} />
          {battery}%
        </span>
      )}
    </span>
  );
}

function Tried({ result, tries, triedAt, triedBy, note }: TrialRow) {
  if (result === null) return <span className="text-text3">未试过</span>;
  return (
    <span title={[triedAt && fullTime(triedAt), triedBy, note].filter(Boolean).join(' · ')}>
      {trialResults[result]}
      {tries > 1 && ` ×${tries}`}
      {triedAt && <small className="text-xs text-text3 ml-1.5">{listTime(triedAt)}</small>}
    </span>
  );
}

/**
 * Returns the columns of the list, which show a press at once.
 * @param ticked press time by device id, since the list was read
 * @param isOpen whether the row's device is still to be pressed
 * @param view view of the list
 */
export function columnsWith(
  ticked: ReadonlyMap<string, string>,
  isOpen: (row: TrialRow) => boolean,
  view: keyof typeof trialStates,
): ColumnOf<typeof trialApi.getTrialList>[] {
  return [
    {
      ...{ key: 'customerName', title: '客户', width: 112, fixed: 'left' },
      render: ({ customerId, customerName }) =>
        customerId === null ? (
          missing
        ) : (
          <a className="text-text font-bold" href={`#/customer/list/${customerId}`}>
            {customerName}
          </a>
        ),
    },
    {
      ...{ key: 'livingState', title: '居住情况', width: 96 },
      render: ({ livingState }) =>
        livingState === 'alone' ? (
          <Badge tone="warn">{labelOf('living_state', livingState)}</Badge>
        ) : (
          livingState && labelOf('living_state', livingState)
        ),
    },
    { key: 'mobile', title: '电话', width: 144, render: (row) => <Phone {...row} isOpen={isOpen(row)} /> },
    {
      ...{ key: 'pressedAt', title: '上次按下', width: 112, sort: true },
      render: ({ id, pressedAt }) => <Pressed pressedAt={pressedAt} ticked={ticked.get(id)} />,
    },
    { key: 'result', title: '最近一次试按', width: 152, render: Tried },
    {
      ...{ key: 'nextAt', title: '下次试按', width: 112, ...(view !== 'later' && { hideOrder: 2 }) },
      render: ({ nextAt }) => (nextAt === null ? missing : <Moment at={nextAt} />),
    },
    {
      ...{ key: 'name', title: '设备', width: 144 },
      render: ({ id, name }) => (
        <a className="text-text" href={`#/equipment/list/${id}`}>
          {name}
        </a>
      ),
    },
    { key: 'sn', title: '设备编号', width: 136, hideOrder: 1, render: ({ sn }) => <span className="mono">{sn}</span> },
    { key: 'online', title: '设备状态', width: 144, render: Device },
    { key: 'projectName', title: '项目', width: 128, hidden: true },
  ];
}
