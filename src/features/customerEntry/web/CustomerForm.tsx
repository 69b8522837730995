import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { benefitProblem, benefitsIn } from '#features/benefit/web/service.ts';
import { consentProblem } from '#features/consent/web/service.ts';
import { archiveSealedMessage, Communication, type CustomerRecord, customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { idNoProblem, normalizeIdNo, readIdNo, todayInChina } from '#shared/idCard.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can, session } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { texts } from '#web/core/texts.ts';
import type { FormSlot } from '#web/crud/types.ts';
import { offeredOptions, useDictionaryLists } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { picked } from '#web/form/fields/PositionField.tsx';
import type { DialogFormHandle, FormValues, RuleOf } from '#web/form/types.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { confirmAge } from './age.ts';
import { type Choice, noChoice } from './choice.ts';
import { DuplicateNote, useDuplicates } from './Duplicates.tsx';
import { withDepartment } from './departmentDefaults.ts';
import './entry.css';
import { fieldsOf, steps } from './fields.tsx';
import { uploadPhoto } from './PhotoField.tsx';
import { useBedChoice } from './useBedChoice.ts';
import { type FormContact, inputOf, valuesOf } from './values.ts';

/** The user's own department comes first. */
function initialFor(departmentId: string | undefined): FormValues {
  return {
    ...{ idType: 'id_card', contacts: [], departmentId },
    ...{ consentRelation: 'self', consentAt: new Date(now()).toISOString() },
  };
}

const contactsOf = ({ contacts }: FormValues) => (Array.isArray(contacts) ? (contacts as FormContact[]) : []);

/** Derives birth date and gender from an ID card, and applies the position picked on the map. */
function derive(input: FormValues): FormValues {
  const values = picked(input);
  const card = (values.idType ?? 'id_card') === 'id_card' && typeof values.idNo === 'string';
  const facts = card ? readIdNo(String(values.idNo), todayInChina(now())) : undefined;
  return { ...values, ...facts, derived: facts !== undefined };
}

/** Returns the call's rules for the form's fields. */
function rulesFor(): object {
  const { properties } = customerEntryApi.editCustomer.input as unknown as { properties: Record<string, object> };
  const {
    contacts: _contacts,
    idNo: _idNo,
    consent: _consent,
    benefits: _benefits,
    ...customerProperties
  } = properties;
  const communicationProperties = (Communication as unknown as { properties: Record<string, object> }).properties;
  const { reads: _reads, ...communication } = communicationProperties;
  return { type: 'object', properties: { ...customerProperties, ...communication } };
}
const schema = rulesFor();

function idProblem({ idType = 'id_card', idNo }: FormValues): string | undefined {
  if (typeof idNo !== 'string') return undefined;
  if (idType === 'id_card') return idNoProblem(idNo, todayInChina(now()));
  return /^.{5,20}$/.test(idNo.trim()) ? undefined : '证件号为5至20位';
}

/** Returns the problem of the contact list as a whole. */
function listProblem(values: FormValues, record: CustomerRecord | undefined): string | undefined {
  const served = record?.serviceState === 'active' || record?.serviceState === 'paused';
  const none = !contactsOf(values).some(({ isEmergency }) => isEmergency);
  return served && none ? '服务中的客户至少保留一位紧急联系人' : undefined;
}

function formRules(record: CustomerRecord | undefined): RuleOf<typeof customerEntryApi.addCustomer>[] {
  const reached = ({ mobile, phone }: FormValues) => mobile || phone || record?.mobile || record?.phone;
  return [
    { field: 'idNo', rule: 'idNo', check: idProblem },
    {
      ...{ field: 'birthDate', rule: 'required' },
      check: ({ idType = 'id_card', birthDate }) => (idType === 'id_card' || birthDate ? undefined : '请填写出生日期'),
    },
    {
      ...{ field: 'mobile', rule: 'reached' },
      check: (values) => (reached(values) ? undefined : '手机号和固定电话至少填写一个'),
    },
    {
      ...{ field: 'lat', rule: 'pair' },
      check: ({ lat, lng }) => ((lat === undefined) === (lng === undefined) ? undefined : '经纬度须同时填写'),
    },
    { field: 'contacts', rule: 'contacts', check: (values) => listProblem(values, record) },
    { field: 'benefits', rule: 'benefits', check: benefitProblem },
    { field: 'consent', rule: 'service', check: (values) => (record ? undefined : consentProblem(values)) },
  ];
}

/** Returns the name of an emergency contact with the customer's own number, which reaches no other contact. */
function contactWithOwnNumber(values: FormValues): string | undefined {
  const ownNumbers = [values.mobile, values.phone].filter(Boolean);
  const contact = contactsOf(values).find(
    ({ isEmergency, mobile, phone }) =>
      isEmergency && [mobile, phone].some((number) => number && ownNumbers.includes(number)),
  );
  return contact && (contact.name || '紧急联系人');
}

interface Props {
  slot: Pick<FormSlot, 'open' | 'onOpen' | 'onClosed' | 'onDone'>;
  choice: Choice;
  /** Record that the form was opened with; undefined for a new customer. */
  record: CustomerRecord | undefined;
  /** Reads a customer as form values. */
  read: (id: string) => Promise<FormValues>;
}

/** Adds or edits a customer in five steps (domain.md 6.3). `?add` and `?edit=<id>` open it. */
export function CustomerForm({ slot, choice, record, read }: Props) {
  const [values, onValues] = useState<FormValues>({});
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const editing = values.id !== undefined;
  const editedRecord = editing ? record : undefined;
  const lists = useDictionaryLists();
  const moves = can('customer:move');
  const beds = useBedChoice(values.departmentId, editedRecord);
  const fields = useMemo(
    () => ({ lists, all: fieldsOf({ choice, options: offeredOptions, values, record: editedRecord, moves, beds }) }),
    [lists, choice, values, editedRecord, moves, beds],
  ).all;
  const duplicates = useDuplicates(values);
  const open = duplicates.filter(({ reason, id, msg }) => reason === 'idNo' || !accepted.includes(id ?? msg));
  const sameId = open.find(({ reason }) => reason === 'idNo');
  const doubt = open.find(({ reason }) => reason !== 'idNo');
  const rules: RuleOf<typeof customerEntryApi.addCustomer>[] = [
    ...formRules(editedRecord),
    { field: 'idNo', rule: 'unique', check: () => sameId?.msg },
    { field: 'bedId', rule: 'free', check: ({ bedId }) => beds.problemOf(bedId) },
    { field: 'name', rule: 'duplicate', check: () => doubt && '可能与已有客户重复，请核对上面的提示' },
  ];
  // Versions of benefits read after a conflict.
  const newest = useRef<ReadonlyMap<string, number>>(undefined);
  const fetchLatest = async () => {
    const latest = await read(String(values.id));
    newest.current = new Map(benefitsIn(latest).flatMap(({ was }) => (was ? [[was.id, was.version]] : [])));
    return latest;
  };
  const form = useRef<DialogFormHandle>(null);
  useDeepLink(slot.onOpen, read, choice !== noChoice);
  // Applies the department's defaults to a form opened before the departments were loaded.
  useEffect(() => {
    if (choice !== noChoice) form.current?.rederive();
  }, [choice]);

  async function submit(formValues: FormValues) {
    const { reads, ...rest } = formValues;
    const idNo = typeof rest.idNo === 'string' ? { idNo: normalizeIdNo(rest.idNo) } : {};
    const complete = { ...rest, ...idNo, ...(reads !== undefined && { reads: reads === 1 }) };
    const input = inputOf(complete, editedRecord, newest.current);
    if (!(await confirmAge(formValues.birthDate, editedRecord?.birthDate)))
      throw new DOMException('birthDate', 'AbortError');
    const saved = editedRecord
      ? await callValidated(customerEntryApi.editCustomer, input)
      : await callValidated(customerEntryApi.addCustomer, input);
    await withToast(() => uploadPhoto(saved.id, formValues.photo), { done: null, failed: '照片没有保存' });
    return saved;
  }
  const sameNumberContact = contactWithOwnNumber(values);
  return (
    <DialogForm<{ id: string }>
      ref={form}
      open={slot.open}
      title={editing ? '编辑客户' : '新增客户'}
      size="large"
      steps={steps}
      fields={fields}
      schema={schema}
      rules={rules}
      derive={(formValues) => derive(formValues.id === undefined ? withDepartment(formValues, choice) : formValues)}
      initial={initialFor(session().user?.departmentId)}
      onValues={onValues}
      submit={submit}
      failText={editing ? texts.editFailed : texts.addFailed}
      doneText={editing ? '客户已保存' : '客户已新增'}
      draft="customer"
      onDone={slot.onDone}
      onClosed={() => {
        slot.onClosed();
        setAccepted([]);
        newest.current = undefined;
      }}
      fetchLatest={editing ? fetchLatest : undefined}
    >
      {open.map((duplicate) => (
        <DuplicateNote
          key={`${duplicate.reason}${duplicate.id ?? duplicate.msg}`}
          duplicate={duplicate}
          values={values}
          onAccept={() => setAccepted([...accepted, duplicate.id ?? duplicate.msg])}
        />
      ))}
      {sameNumberContact && (
        <Callout tone="notice" className="mb-3 px-3.5 py-2.5" role="status">
          {sameNumberContact}的电话与客户本人相同，紧急时联系不到别人。
        </Callout>
      )}
    </DialogForm>
  );
}

/** Opens the form for `?add` or `?edit=<id>`. `ready`: the defaults of new customers are loaded. */
function useDeepLink(onOpen: FormSlot['onOpen'], read: Props['read'], ready: boolean): void {
  const { query, setQuery } = useScreen();
  const adds = query.get('add') !== null;
  const edits = query.get('edit');
  const open = useEffectEvent((values?: FormValues) => onOpen(values));
  const readLatest = useEffectEvent((id: string) => read(id));
  useEffect(() => {
    if (!ready || (!adds && edits === null)) return;
    setQuery({ add: null, edit: null });
    if (adds) open();
    else
      void withToast(() => readLatest(edits ?? ''), { done: null, failed: '客户没有打开' }).then(
        (values) => values && open(values),
      );
  }, [adds, edits, ready, setQuery]);
}

/** Reads a customer as form values, and keeps the record. */
export function useReadForForm(): { record: CustomerRecord | undefined; read: (id: string) => Promise<FormValues> } {
  const [record, setRecord] = useState<CustomerRecord>();
  const read = useCallback(async (id: string) => {
    const loaded = await callApi(customerApi.getCustomer, { id });
    if (loaded.sealed) throw new Error(archiveSealedMessage);
    setRecord(loaded);
    const values = valuesOf(loaded);
    return { ...values, ...(values.reads !== undefined && { reads: values.reads ? 1 : 0 }) };
  }, []);
  return { record, read };
}
