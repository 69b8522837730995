import { KeyRound } from 'lucide-react';
import { relations } from '#web/data/codeLabels.ts';
import type { SectionProps } from '#web/record/section.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { CustomerRecord } from '../../contract.ts';
import { PhoneNumber } from './Overview.tsx';

/** Shows the contacts in the order in which the desk calls them. */
export function Contacts({ record: { contacts, linkedBy } }: SectionProps<CustomerRecord>) {
  return (
    <>
      <Called contacts={contacts} />
      {linkedBy.length > 0 && (
        <p className="flex items-center flex-wrap gap-x-3 text-[13px] text-text2 mt-2">
          是以下服务对象的联系人
          {linkedBy.map(({ id, name, relation }) => (
            <a key={id} href={`#/customer/list/${id}`}>
              {name}（{(relations as Readonly<Record<string, string>>)[relation] ?? relation}）
            </a>
          ))}
        </p>
      )}
    </>
  );
}

function Called({ contacts }: Pick<SectionProps<CustomerRecord>['record'], 'contacts'>) {
  if (contacts.length === 0)
    return <p className="text-[13px] text-text2">还没有联系人。服务中的客户至少要有一位紧急联系人。</p>;
  const labels: Readonly<Record<string, string>> = relations;
  return (
    <ol className="record-contacts">
      {contacts.map((contact, index) => (
        <li key={contact.id} className="flex items-center flex-wrap gap-x-3 py-2 border-b border-line text-[13px]">
          <span
            className="record-order inline-flex items-center justify-center flex-none rounded-full bg-s3 font-bold"
            aria-hidden
          >
            {index + 1}
          </span>
          <b className="text-sm">{contact.name}</b>
          <span className="text-text2">{labels[contact.relation] ?? contact.relation}</span>
          {index === 0 && <Badge tone="lead">先打</Badge>}
          {contact.isEmergency && <Badge>紧急联系人</Badge>}
          {contact.isGuardian && <Badge>监护人</Badge>}
          {contact.linked && (
            <a className="whitespace-nowrap" href={`#/customer/list/${contact.linked.id}`}>
              也是服务对象{contact.linked.name === contact.name ? '' : ` ${contact.linked.name}`}
            </a>
          )}
          {contact.hasKey && (
            <Badge className="inline-flex items-center gap-1">
              <KeyRound size={12} aria-hidden /> 有钥匙
            </Badge>
          )}
          <span className="record-numbers flex flex-wrap gap-x-3">
            <PhoneNumber text={contact.mobile} />
            <PhoneNumber text={contact.phone} />
          </span>
          {contact.hours && <span className="text-text2">{contact.hours}</span>}
          {contact.quietFrom && contact.quietTo && (
            <span className="text-text2">
              静默 {contact.quietFrom}–{contact.quietTo}
            </span>
          )}
          {contact.address && <span className="text-text3">{contact.address}</span>}
        </li>
      ))}
    </ol>
  );
}
