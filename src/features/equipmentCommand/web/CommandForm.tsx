import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { titleOf } from '#features/equipment/web/service.ts';
import { type DeviceCommand, deviceCommands, keysOf } from '#shared/codes.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Opening } from '#web/form/types.ts';
import { box, toast } from '#web/message/message.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { commandApi, dangerousCommands, harmlessCommands } from '../contract.ts';
import { commandLabel } from './commandLabel.ts';
import { paramFields, paramRules, paramsOf } from './params.ts';
import { type Callee, SosNumbers, signOf } from './SosNumbers.tsx';

const sosField = 'contacts.sos';
/** Maximum numbers that a device dials. */
const maxCallees = 3;

const spans = [
  { value: 10, label: '10 分钟' },
  { value: 60, label: '1 小时' },
  { value: 1440, label: '1 天' },
  { value: 10_080, label: '7 天' },
];

/** Offers the customer's contacts in the field of SOS numbers, if there are any. */
function withContacts(field: Field, contacts: readonly Callee[]): Field {
  if (field.field !== sosField || contacts.length === 0) return field;
  const { label, required, wide } = field;
  return {
    ...{ kind: 'custom', field: sosField, label, required, wide, hint: '最多 3 个，按顺序拨打' },
    control: (props) => <SosNumbers {...props} contacts={contacts} />,
  } as Field;
}

/** Returns the fields of all offered commands; parameters are shown while their command is chosen. */
function fieldsOf(offered: readonly DeviceCommand[], contacts: readonly Callee[]): Field[] {
  const options = offered.map((value) => ({ value, label: commandLabel(value) }));
  const params = offered.flatMap((command) =>
    (paramFields[command] ?? []).map(
      (field): Field => ({ ...withContacts(field, contacts), shown: (values) => values.command === command }),
    ),
  );
  return [
    { field: 'command', label: '指令', kind: 'select', options, required: true, wide: true },
    ...params,
    {
      field: 'validMinutes',
      label: '有效时间',
      kind: 'select',
      options: spans,
      required: true,
      hint: '设备离线或休眠时等它上线，过期不再下发',
    },
  ];
}

/** Returns the form's initial lists as empty, so that a removed list is sent. */
function emptied(start: FormValues = {}): FormValues {
  return Object.fromEntries(
    Object.entries(start).flatMap(([field, value]) => (Array.isArray(value) ? [[field, []]] : [])),
  );
}

/** Asks before a restart: meanwhile the device cannot call for help. */
async function confirmed(command: DeviceCommand, names: string): Promise<boolean> {
  if (!dangerousCommands.includes(command)) return true;
  return box.confirm(`重启期间设备收不到、也发不出求助。确认${commandLabel(command)}${names}？`, {
    ok: commandLabel(command),
    level: 'warning',
    danger: true,
  });
}

/** Returns why no command can be chosen. */
function hindrance(devices: readonly unknown[], offered: readonly DeviceCommand[], names: string): string | undefined {
  if (devices.length === 0) return '设备不存在或不在你的范围';
  return offered.length === 0 ? `${names}没有可以下发的指令` : undefined;
}

interface Props {
  ids: readonly string[];
  /** Initial values: the command, and its parameters. */
  start?: { command: DeviceCommand } & FormValues;
  onClosed: () => void;
}

/** Form 下发指令 for one device, 参数下发 for many: supported commands with their parameters. */
export function CommandForm({ ids, start, onClosed }: Props) {
  const [opening, setOpening] = useState<Opening>();
  const [typed, setTyped] = useState<FormValues>({});
  const { data, error } = useQuery({
    queryKey: [commandApi.getCommandChoice.path, ids],
    queryFn: ({ signal }) => callApi(commandApi.getCommandChoice, { ids: [...ids] }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const offered = useMemo(
    () => keysOf(deviceCommands).filter((command) => data?.some(({ commands }) => commands.includes(command))),
    [data],
  );
  const [first] = data ?? [];
  const fields = useMemo(() => fieldsOf(offered, first?.contacts ?? []), [offered, first]);
  const many = ids.length > 1;
  const names = many ? `这 ${data?.length ?? 0} 台设备` : `「${first?.name ?? ''}」`;

  const begin = useEffectEvent(() => {
    const reason = error ? problemText(error) : hindrance(data ?? [], offered, names);
    if (reason) {
      toast.warning(reason);
      onClosed();
      return;
    }
    const [usual = 'locate'] = offered;
    const command = start && offered.includes(start.command) ? start.command : usual;
    const called = first?.contacts.slice(0, maxCallees).map(signOf) ?? [];
    const usually = called.length > 0 ? { [sosField]: called } : {};
    const validMinutes = harmlessCommands.includes(command) ? 10 : 1440;
    setOpening({ values: { ...usually, ...start, command, validMinutes } });
  });
  useEffect(() => {
    if (data || error) begin();
  }, [data, error]);

  async function submit(values: FormValues): Promise<string> {
    const command = values.command as DeviceCommand;
    const params = paramsOf(command, { ...emptied(start), ...values });
    const order = { command, params, validMinutes: values.validMinutes as number };
    if (!(await confirmed(command, names))) throw new DOMException('not confirmed', 'AbortError');
    if (!many) {
      await callApi(commandApi.sendCommand, { id: ids[0] ?? '', ...order });
      return `「${commandLabel(command)}」已下发，结果见指令记录`;
    }
    const { sent, refused } = await callApi(commandApi.sendCommands, { ids: [...ids], ...order });
    const refusedText =
      refused.length > 0 ? `；${refused.length} 台没有下发：${refused[0]?.name} ${refused[0]?.reason}` : '';
    return `「${commandLabel(command)}」已下发 ${sent} 台${refusedText}`;
  }

  const unable = data?.filter(({ commands }) => !commands.some((name) => name === typed.command)).length ?? 0;
  const away = data?.filter(({ online }) => !online).length ?? 0;
  return (
    <DialogForm
      open={opening}
      title={many || !first ? '参数下发' : titleOf('下发指令', first)}
      size="small"
      fields={fields}
      rules={paramRules}
      onValues={setTyped}
      submit={submit}
      submitText="下发"
      failText="没有下发"
      onDone={(message) => toast.success(message)}
      onClosed={onClosed}
    >
      {(away > 0 || (many && unable > 0)) && (
        <Callout tone="notice" className="mb-3">
          {away > 0 && (many ? `${away} 台离线，上线后下发。` : '设备离线，上线后下发。')}
          {many && unable > 0 && `${unable} 台的型号不支持这条指令，会跳过。`}
        </Callout>
      )}
    </DialogForm>
  );
}
