import { useMemo } from 'react';
import type { Endpoint, OutputOf } from '#shared/endpoint.ts';
import { texts } from '#web/core/texts.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FormValues, Opening } from '#web/form/types.ts';
import { defaultsOf, formFields } from './formFields.ts';
import type { FormOptions, RecordProps } from './types.ts';

type Props<A extends Endpoint, E extends Endpoint> = Pick<
  RecordProps<never, A, E>,
  'resource' | 'endpoints' | 'addLabel'
> & {
  form: FormOptions<A, E> | undefined;
  open: Opening | undefined;
  onClosed: () => void;
  /** The form edits an existing record. */
  editing: boolean;
  onDone: () => void;
  fetchLatest: (() => Promise<FormValues | undefined>) | undefined;
};

/** One form to add, edit and copy a record, built from the resource's fields. */
export function RecordForm<A extends Endpoint, E extends Endpoint>(props: Props<A, E>) {
  const { resource, endpoints, editing, form = {}, addLabel = `新增${resource.title}` } = props;
  const { fields: overrides, order, initial, addText, doneTexts, titleOf, onOpen, onSaved, onAdded, ...parts } = form;
  const lists = useDictionaryLists();
  const { fields } = useMemo(
    () => ({ lists, fields: formFields(resource, editing, overrides, order) }),
    [resource, editing, overrides, order, lists],
  );
  // With only an edit endpoint the form is mounted, closed, until it is opened.
  const endpoint: A | E | undefined = (editing ? endpoints.edit : endpoints.add) ?? endpoints.edit;
  if (!endpoint) return null;
  async function done(result: OutputOf<A | E>, values: FormValues): Promise<void> {
    await onSaved?.(result, values);
    props.onDone();
    if (!editing) onAdded?.(result as OutputOf<A>, values);
  }
  return (
    <DialogForm<A | E, string>
      open={props.open}
      endpoint={endpoint}
      title={titleOf?.(editing) ?? (editing ? `编辑${resource.title}` : addLabel)}
      fields={fields}
      initial={{ ...defaultsOf(resource), ...initial }}
      submitText={editing ? '保存' : (addText ?? '保存')}
      failText={editing ? texts.editFailed : texts.addFailed}
      doneText={
        editing ? (doneTexts?.edited ?? `${resource.title}已保存`) : (doneTexts?.added ?? `${resource.title}已新增`)
      }
      draft={resource.name}
      onDone={(result, values) => void done(result, values)}
      fetchLatest={editing ? props.fetchLatest : undefined}
      {...parts}
      onClosed={() => {
        parts.onClosed?.();
        props.onClosed();
      }}
    />
  );
}
