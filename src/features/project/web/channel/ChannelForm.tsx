import { useState } from 'react';
import { channelApi } from '#features/channel/contract.ts';
import { channelKinds } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Opening } from '#web/form/types.ts';

export type Channel = OutputOf<typeof channelApi.getChannelList>;
type Kinds = OutputOf<typeof channelApi.getChannelOption>['kinds'];
type ConfigField = Kinds[number]['fields'][number];

/** Returns the form values of a channel; secrets are never returned. */
export function valuesOf({ id, version, kind, name, config, secrets }: Channel): FormValues {
  const settings = Object.entries(config).map(([key, value]) => [`config.${key}`, value]);
  return { id, version, kind, name, secrets, shown: Object.keys(config), ...Object.fromEntries(settings) };
}

function fieldOf({ key, title, type, secret, hint, rows, options, ...rest }: ConfigField, values: FormValues): Field {
  const isSet = ((values.secrets ?? []) as readonly string[]).includes(key);
  const requirementOf = (now: FormValues) => rest.asked?.[String(now['config.speaks'])];
  const required = rest.required || requirementOf(values) === 'must';
  const hintText = [isSet ? '已设置，不填则保持不变；填写即更换' : '', hint ?? ''].filter(Boolean).join('。');
  const base = {
    ...{ field: `config.${key}`, label: title, required: required && !isSet, secret, wide: type === 'text' },
    ...(rest.asked ? { shown: (now: FormValues) => requirementOf(now) !== undefined } : {}),
    ...(hintText ? { hint: hintText } : {}),
  };
  if (type === 'integer') return { ...base, kind: 'number' };
  if (type === 'boolean') return { ...base, kind: 'switch' };
  if (type === 'choice') return { ...base, kind: 'select', options };
  if (rows !== null) return { ...base, kind: 'textarea', maxLength: 4000, rows };
  return { ...base, kind: 'text', ...(isSet ? { placeholder: '已设置' } : {}) };
}

function fieldsFor(kinds: Kinds, values: FormValues): Field[] {
  const selectedKind = kinds.find(({ kind }) => kind === values.kind);
  return [
    {
      ...{ kind: 'select', field: 'kind', label: '渠道类别', required: true },
      options: kinds.map(({ kind }) => ({ value: kind, label: channelKinds[kind] })),
      locked: ({ id }) => (id ? '已有的渠道不能换类别' : undefined),
    },
    { kind: 'text', field: 'name', label: '名称', required: true, maxLength: 30 },
    ...(selectedKind?.fields ?? []).map((field) => fieldOf(field, values)),
  ];
}

/** Returns the config to send: settings under their own names, emptied visible settings as null. */
function configOf(values: FormValues, kinds: Kinds): Record<string, unknown> {
  const shown = (values.shown ?? []) as readonly string[];
  // Drops values typed for a previously selected kind.
  const fields = kinds.find(({ kind }) => kind === values.kind)?.fields ?? [];
  const entries = fields.flatMap(({ key }) => {
    const value = values[`config.${key}`];
    return value === undefined ? [] : [[key, value]];
  });
  return { ...Object.fromEntries(shown.map((key) => [key, null])), ...Object.fromEntries(entries) };
}

interface Props {
  projectId: string;
  kinds: Kinds;
  onDone: () => void;
  open: Opening | undefined;
  onClosed: () => void;
}

/** Form for adding a channel; its fields depend on the kind. */
export function ChannelForm({ projectId, kinds, onDone, open, onClosed }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const submit = (given: FormValues) => {
    const { id, version, kind, name } = given;
    const config = configOf(given, kinds);
    return id
      ? callValidated(channelApi.editChannel, { id, version, name, config })
      : callValidated(channelApi.addChannel, { projectId, kind, name, config });
  };
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
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
