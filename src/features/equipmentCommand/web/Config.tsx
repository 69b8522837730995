import { Button as AntButton } from 'antd';
import { useState } from 'react';
import type { Device } from '#features/equipment/web/service.ts';
import type { DeviceCommand } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime } from '#web/data/format.ts';
import { useLive } from '#web/live/live.ts';
import type { LiveEvent } from '#web/live/protocol.ts';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { commandApi } from '../contract.ts';
import { CommandForm } from './CommandForm.tsx';
import { commandLabel } from './commandLabel.ts';
import { besides, settingText, valuesOf } from './params.ts';

type Setting = OutputOf<typeof commandApi.getEquipmentConfig>[number];
type CommandEvent = LiveEvent & { command?: { equipmentId: string } };

const titles: Readonly<Partial<Record<DeviceCommand, string>>> = { contacts: 'SOS 号码', fall_sensitivity: '跌倒' };

/** Returns the label of a setting's state: 已生效, 待发, 已发, 失败. */
function stateLabel(state: NonNullable<Setting['state']>): string {
  if (state === 'acknowledged') return '已生效';
  return state === 'expired' ? labelOf('command_state', 'failed') : labelOf('command_state', state);
}

function Value({
  setting: { command, params, state, at, before: current, former },
  onEdit,
}: {
  setting: Setting;
  onEdit?: () => void;
}) {
  return (
    <>
      <span className="flex justify-between items-start gap-2">
        {params === null ? '未设' : settingText(command, params)}
        {onEdit && (
          <Button
            kind="link"
            className="flex-none text-xs"
            aria-label={`修改${commandLabel(command)}`}
            onClick={onEdit}
          >
            修改
          </Button>
        )}
      </span>
      {(state || current) && (
        <small className="block">
          {state && (
            <span className={`command-state ${state}`} title={at ? fullTime(at) : undefined}>
              {stateLabel(state)}
            </span>
          )}
          {current && <span className="ml-1.5 text-text2">现为 {settingText(command, current)}</span>}
        </small>
      )}
      {former && command === 'contacts' && (
        <small className="block text-level2-text">设备里的号码是绑定这位客户之前设置的，请核对</small>
      )}
    </>
  );
}

/**
 * Section 配置: the last value sent for each setting of the model, and whether it was acknowledged; hidden without
 * settings.
 */
export function Config({ device: { id } }: { device: Device }) {
  const [asking, setAsking] = useState<DeviceCommand>();
  const read = useCall(commandApi.getEquipmentConfig, { id });
  useLive((event: CommandEvent) => {
    if (event.command?.equipmentId === id) void read.reload();
  });
  const settings = read.data ?? [];
  const [first] = settings;
  const canEdit = can('equipment:command') && can('equipment:edit');
  const start = Object.assign({}, ...settings.map(({ command, params }) => valuesOf(command, params ?? {})));
  if (read.data && !first) return null;
  return (
    <section className="flex flex-col gap-2" aria-label="配置">
      <h3 className="text-sm">配置</h3>
      <SectionPart {...read} what="配置">
        {() => (
          <DescriptionList
            className="text-[13px]"
            facts={settings.flatMap((setting) => [
              [
                titles[setting.command] ?? commandLabel(setting.command),
                <Value
                  key={setting.command}
                  setting={setting}
                  {...(canEdit && { onEdit: () => setAsking(setting.command) })}
                />,
              ] as const,
              ...besides(setting.params ?? {}),
            ])}
          />
        )}
      </SectionPart>
      {first && canEdit && (
        <p>
          <AntButton size="small" onClick={() => setAsking(first.command)}>
            修改配置
          </AntButton>
        </p>
      )}
      {asking && (
        <CommandForm
          ids={[id]}
          start={{ ...start, command: asking }}
          onClosed={() => {
            setAsking(undefined);
            void read.reload();
          }}
        />
      )}
    </section>
  );
}
