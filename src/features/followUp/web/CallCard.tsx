import { useQuery } from '@tanstack/react-query';
import { followUpApi, followUpKinds, followUpResults } from '#features/followUp/contract.ts';
import { addressText } from '#shared/address.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { genders } from '#web/data/codeLabels.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { followUpTermsText } from '#web/data/followUpTerms.ts';
import { listTime, missing, spacedPhone } from '#web/data/format.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { FollowUpRow } from './cells.tsx';
import { FollowUpCall } from './FollowUpCall.tsx';

type CallCardData = OutputOf<typeof followUpApi.getFollowUpPerson>;

/** Records calls; absent: numbers are only dialled. */
interface OnRecord {
  warnId: string;
  onRecorded: () => void;
}

interface NumberProps {
  text: string | null;
  name: string;
  contactId?: string;
  record: OnRecord | undefined;
}

/** Phone number, as a link if it can be dialled: a masked one cannot. */
function PhoneNumber({ text, name, contactId, record }: NumberProps) {
  if (text === null) return missing;
  if (text.includes('*')) return text;
  if (record) return <FollowUpCall {...record} callee={{ name, phone: text, ...(contactId && { contactId }) }} />;
  return <a href={`tel:${text}`}>{spacedPhone(text)}</a>;
}

function Numbers({
  mobile,
  phone,
  ...rest
}: { mobile: string | null; phone: string | null } & Omit<NumberProps, 'text'>) {
  if (mobile === null) return <PhoneNumber text={phone} {...rest} />;
  return (
    <>
      <PhoneNumber text={mobile} {...rest} />
      {phone !== null && ' · '}
      {phone !== null && <PhoneNumber text={phone} {...rest} />}
    </>
  );
}

function customerText({ name, gender, age, livingState }: CallCardData): string {
  const living = livingState && labelOf('living_state', livingState);
  return [name, genders[gender as keyof typeof genders], age === null ? null : `${age} 岁`, living]
    .filter(Boolean)
    .join(' · ');
}

function Contacts({ contacts, record }: Pick<CallCardData, 'contacts'> & Pick<NumberProps, 'record'>) {
  return contacts.map((contact) => (
    <span key={contact.id} className="block">
      {contact.name}（{labelOf('relation', contact.relation)}）{' '}
      <PhoneNumber text={contact.phone} name={contact.name} contactId={contact.id} record={record} />
    </span>
  ));
}

function PreviousCalls({ before: previousCalls }: CallCardData) {
  return previousCalls.map(({ id, kind, at, by, result, note }) => (
    <span key={id} className="block">
      {[listTime(at), followUpKinds[kind], result && followUpResults[result], by, note].filter(Boolean).join(' · ')}
    </span>
  ));
}

function isMasked({ mobile, phone, contacts }: CallCardData): boolean {
  return [mobile, phone, ...contacts.map((contact) => contact.phone)].some((text) => text?.includes('*'));
}

/** Numbers to dial, communication notes, contacts, and earlier results. */
export function CallCard({ id, warnId, assigneeName }: Pick<FollowUpRow, 'id' | 'warnId' | 'assigneeName'>) {
  const { data, error, refetch } = useQuery({
    queryKey: [followUpApi.getFollowUpPerson.path, id],
    queryFn: ({ signal }) => callApi(followUpApi.getFollowUpPerson, { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <p className="text-text2 mb-3">{error.message}</p>;
  if (!data) return <Skeleton lines={[60, 80, 70]} />;
  const { terms } = data;
  const record = terms && warnId !== null ? { warnId, onRecorded: () => void refetch() } : undefined;
  return (
    <section className="mb-3" aria-label="回访对象">
      {terms && (
        <Callout tone={terms.called ? 'info' : 'warn'} className="text-[13px] mb-2" role="status">
          {followUpTermsText(terms, now())}
        </Callout>
      )}
      <DescriptionList
        term={56}
        facts={[
          ['客户', <b key="who">{customerText(data)}</b>],
          ['电话', <Numbers key="numbers" mobile={data.mobile} phone={data.phone} name={data.name} record={record} />],
          ...(data.communication ? [['沟通', data.communication] as const] : []),
          ['地址', addressText(data)],
          ...(data.contacts.length > 0
            ? [['联系人', <Contacts key="contacts" contacts={data.contacts} record={record} />] as const]
            : []),
          ...(data.before.length > 0 ? [['以前', <PreviousCalls key="before" {...data} />] as const] : []),
        ]}
      />
      {isMasked(data) && <p className="text-[13px] text-text2 mt-1.5">完整号码只给负责人 {assigneeName}</p>}
    </section>
  );
}
