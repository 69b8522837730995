import type { Device } from '#features/equipment/web/service.ts';
import { operators, simApi, simLink } from '#features/sim/contract.ts';
import { useCall } from '#web/screen/useCall.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';

const code = (text: string | null) => text && <span className="mono">{text}</span>;

/** Shows the ledger's data of the SIM card in the device. */
export default function SimFacts({ device: { id, sn, iccid, simNumber, simExpireDate } }: { device: Device }) {
  const [sim] = useCall(simApi.getSimList, { equipmentId: id, limit: 1 }).data?.rows ?? [];
  return (
    <DescriptionList
      facts={[
        ['ICCID', iccid && <a href={simLink(sn)}>{code(iccid)}</a>],
        ['SIM 号', code(simNumber)],
        ['运营商', sim?.operator && operators[sim.operator]],
        ['套餐', sim?.plan],
        ['开通日期', sim?.activatedAt],
        ['SIM 到期', simExpireDate],
      ]}
    />
  );
}
