import { useQuery } from '@tanstack/react-query';
import { followUpApi, followUpKinds, followUpResults } from '#features/followUp/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { placeText } from '#shared/place.ts';
import { call } from '#web/call/request.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { listTime, missing, spacedPhone } from '#web/data/format.ts';
import { genders } from '#web/data/words.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { FollowUpRow } from './cells.tsx';

type Person = OutputOf<typeof followUpApi.getFollowUpPerson>;

/** A link where it can be dialled: a masked number cannot. */
function PhoneNumber({ text }: { text: string | null }) {
  if (text === null) return missing;
  if (text.includes('*')) return text;
  return <a href={`tel:${text}`}>{spacedPhone(text)}</a>;
}

function Numbers({ mobile, phone }: Person) {
  if (mobile === null) return <PhoneNumber text={phone} />;
  return (
    <>
      <PhoneNumber text={mobile} />
      {phone !== null && ' · '}
      {phone !== null && <PhoneNumber text={phone} />}
    </>
  );
}

function who({ name, gender, age, livingState }: Person): string {
  const living = livingState && labelOf('living_state', livingState);
  return [name, genders[gender as keyof typeof genders], age === null ? null : `${age} 岁`, living]
    .filter(Boolean)
    .join(' · ');
}

function Contacts({ contacts }: Person) {
  return contacts.map((one) => (
    <span key={one.id} className="block">
      {one.name}（{labelOf('relation', one.relation)}） <PhoneNumber text={one.phone} />
    </span>
  ));
}

function Before({ before }: Person) {
  return before.map(({ id, kind, at, by, result, note }) => (
    <span key={id} className="block">
      {[listTime(at), followUpKinds[kind], result && followUpResults[result], by, note].filter(Boolean).join(' · ')}
    </span>
  ));
}

function isMasked({ mobile, phone, contacts }: Person): boolean {
  return [mobile, phone, ...contacts.map((one) => one.phone)].some((text) => text?.includes('*'));
}

/** Whom the call goes to: numbers to dial, how to speak with them, whom else, and what was said before. */
export function WhomToCall({ id, assigneeName }: Pick<FollowUpRow, 'id' | 'assigneeName'>) {
  const { data, error } = useQuery({
    queryKey: [followUpApi.getFollowUpPerson.path, id],
    queryFn: ({ signal }) => call(followUpApi.getFollowUpPerson, { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <p className="soft below-12">{error.message}</p>;
  if (!data) return <Skeleton lines={[60, 80, 70]} />;
  return (
    <section className="below-12" aria-label="回访对象">
      <Facts
        term={56}
        facts={[
          ['客户', <b key="who">{who(data)}</b>],
          ['电话', <Numbers key="numbers" {...data} />],
          ...(data.communication ? [['沟通', data.communication] as const] : []),
          ['地址', placeText(data)],
          ...(data.contacts.length > 0 ? [['联系人', <Contacts key="contacts" {...data} />] as const] : []),
          ...(data.before.length > 0 ? [['以前', <Before key="before" {...data} />] as const] : []),
        ]}
      />
      {isMasked(data) && <p className="f13 soft above-6">完整号码只给负责人 {assigneeName}</p>}
    </section>
  );
}
