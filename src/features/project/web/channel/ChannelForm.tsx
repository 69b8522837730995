import { type Ref, useState } from 'react';
import { channelApi } from '#features/channel/contract.ts';
import { channelKinds } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues } from '#web/form/types.ts';

export type Channel = OutputOf<typeof channelApi.getChannelList>;
type Kinds = OutputOf<typeof channelApi.getChannelOption>['kinds'];
type ConfigField = Kinds[number]['fields'][number];

/** A channel as the values of its form; secrets never come back. */
export function valuesOf({ id, version, kind, name, config, secrets }: Channel): FormValues {
  const settings = Object.entries(config).map(([key, value]) => [`config.${key}`, value]);
  return { id, version, kind, name, secrets, shown: Object.keys(config), ...Object.fromEntries(settings) };
}

function fieldOf({ key, title, type, required, secret, hint, rows, options }: ConfigField, isSet: boolean): Field {
  const said = [isSet ? '已设置，不填则保持不变；填写即更换' : '', hint ?? ''].filter(Boolean).join('。');
  const base = {
    ...{ field: `config.${key}`, label: title, required: required && !isSet, secret, wide: type === 'text' },
    ...(said ? { hint: said } : {}),
  };
  if (type === 'integer') return { ...base, kind: 'number' };
  if (type === 'boolean') return { ...base, kind: 'switch' };
  if (type === 'choice') return { ...base, kind: 'select', options };
  if (rows !== null) return { ...base, kind: 'textarea', maxLength: 4000, rows };
  return { ...base, kind: 'text', ...(isSet ? { placeholder: '已设置' } : {}) };
}

function fieldsFor(kinds: Kinds, values: FormValues): Field[] {
  const secrets = (values.secrets ?? []) as readonly string[];
  const chosen = kinds.find(({ kind }) => kind === values.kind);
  return [
    {
      ...{ kind: 'select', field: 'kind', label: '渠道类别', required: true },
      options: kinds.map(({ kind }) => ({ value: kind, label: channelKinds[kind] })),
      locked: ({ id }) => (id ? '已有的渠道不能换类别' : undefined),
    },
    { kind: 'text', field: 'name', label: '名称', required: true, maxLength: 30 },
    ...(chosen?.fields ?? []).map((field) => fieldOf(field, secrets.includes(field.key))),
  ];
}

/** What is sent of the values: settings under their own names, shown ones that were emptied as null. */
function configOf(values: FormValues): Record<string, unknown> {
  const shown = (values.shown ?? []) as readonly string[];
  const given = Object.entries(values).flatMap(([key, value]) =>
    key.startsWith('config.') ? [[key.slice('config.'.length), value]] : [],
  );
  return { ...Object.fromEntries(shown.map((key) => [key, null])), ...Object.fromEntries(given) };
}

interface Props {
  projectId: string;
  kinds: Kinds;
  onDone: () => void;
  ref: Ref<DialogFormHandle>;
}

/** Sets up a channel: what is asked follows its kind. */
export function ChannelForm({ projectId, kinds, onDone, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const submit = ({ id, version, kind, name, ...rest }: FormValues) => {
    const config = configOf(rest);
    return id
      ? callJudged(channelApi.editChannel, { id, version, name, config })
      : callJudged(channelApi.addChannel, { projectId, kind, name, config });
  };
  return (
    <DialogForm
      ref={ref}
      title="通知渠道"
      size="medium"
      fields={fieldsFor(kinds, values)}
      onValues={setValues}
      submit={submit}
      failText="没有保存"
      doneText="已保存"
      onDone={onDone}
    />
  );
}
