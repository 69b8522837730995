import { type ReactNode, useMemo, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import type { FormValues, Opening } from '#web/form/types.ts';
import { valuesOf as rowValues } from './formFields.ts';
import { RecordForm } from './RecordForm.tsx';
import type { RecordProps } from './types.ts';

/** The form of a resource's records, drawn where `form` is used, and the functions that open it. */
interface Opened<R> {
  /** Opens the form of a new record with these values. */
  add: (values?: FormValues) => void;
  edit: (row: R) => void;
  form: ReactNode;
}

/**
 * Returns the form of a resource's records for a list, a tree or a record page.
 * @param reload reloads the records after saving, and after a conflict with another user's version
 */
export function useRecordForm<R extends { id: string }, A extends Endpoint, E extends Endpoint>(
  props: RecordProps<R, A, E>,
  reload: () => void,
): Opened<R> {
  const [opened, setOpened] = useState<Opening>();
  const [editing, setEditing] = useState<R>();
  const { resource, endpoints, valuesOf = (row) => rowValues(resource, row) } = props;
  const { get } = endpoints;
  const read = props.read ?? (get && (async (id: string) => (await callApi(get, { id })) as R));
  const options = useMemo(
    () => (typeof props.form === 'function' ? props.form(editing) : props.form),
    [props.form, editing],
  );
  const hasSensitive = Object.values(resource.fields).some(({ sensitive }) => sensitive);

  async function edit(row: R): Promise<void> {
    // A row with masked fields is read unmasked before it is edited.
    const failed = `${resource.title}没有打开`;
    const from = hasSensitive && read ? await withToast(() => read(row.id), { done: null, failed }) : row;
    const values = from && (await withToast(async () => valuesOf(from), { done: null, failed }));
    if (!values) return;
    setEditing(from);
    options?.onOpen?.();
    setOpened({ values });
  }
  async function fetchLatest(): Promise<FormValues | undefined> {
    const row = editing && (await read?.(editing.id));
    if (row) setEditing(row);
    reload();
    return row && valuesOf(row);
  }
  const slot = {
    open: opened,
    editing: editing !== undefined,
    onDone: reload,
    onOpen: (values?: FormValues) => setOpened({ values }),
    onClosed: () => setOpened(undefined),
  };
  return {
    add(values) {
      setEditing(undefined);
      options?.onOpen?.();
      slot.onOpen(values);
    },
    edit: (row) => void edit(row),
    form: props.formOf
      ? props.formOf({ ...slot, fetchLatest })
      : (endpoints.add || endpoints.edit) && (
          <RecordForm {...props} {...slot} form={options} fetchLatest={read && fetchLatest} />
        ),
  };
}
