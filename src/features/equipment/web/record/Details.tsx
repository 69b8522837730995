import { can } from '#web/api/session.ts';
import { factsOf } from '#web/crud/facts.tsx';
import { fullTime } from '#web/data/format.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { equipment } from '../../contract/entry.ts';
import { gatewayAddress } from '../list/cells.tsx';
import { useProtocols } from '../useProtocols.ts';
import type { SectionProps } from './types.ts';

const code = (text: string | null) => text && <span className="mono">{text}</span>;
const timeText = (iso: string | null) => iso && fullTime(iso);

/** Shows the entered data of a device: numbers, SIM card, origin and ownership. */
export default function Details({ device }: SectionProps) {
  const { gatewayId, gatewayName, identifiers } = device;
  const protocols = new Map(useProtocols().map(({ value, label }) => [value, label]));
  return (
    <div className="device-about">
      <DescriptionList
        facts={[
          ['设备编号', code(device.sn)],
          ['IMEI', code(device.imei)],
          ['MAC', code(device.mac)],
          [
            '识别号',
            identifiers.map(({ protocol, number }) => `${protocols.get(protocol) ?? protocol} ${number}`).join('、'),
          ],
          ['网关', gatewayId && <a href={gatewayAddress(gatewayId)}>{gatewayName}</a>],
          ['固件', device.firmware],
        ]}
      />
      {/* Keeps the column while the facts load. */}
      <div>
        <Slots name="equipmentFacts" props={{ device }} />
      </div>
      <DescriptionList
        facts={[
          ...factsOf(equipment, device, ['batch', 'supplier', 'warrantyDate', 'projectName']),
          ['部门', device.departmentName],
          ...factsOf(equipment, device, ['position']),
          ['安装时间', timeText(device.installedAt)],
          ['激活时间', timeText(device.activatedAt)],
          ...factsOf(equipment, device, ['testKind', 'remark']),
        ]}
      />
      {can('equipment:log') && (
        <p className="text-[13px]">
          <a href={`#/equipment/log?sn=${encodeURIComponent(device.sn)}`}>查看设备日志</a>
        </p>
      )}
    </div>
  );
}
