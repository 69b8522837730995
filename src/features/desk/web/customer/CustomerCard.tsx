import { CircleHelp, Pause, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { sexAndAge, type WarnCustomer, type WarnDetail } from '#features/warn/web/service.ts';
import type { AddressParts } from '#shared/address.ts';
import { can } from '#web/api/session.ts';
import { genders, livingStates } from '#web/data/codeLabels.ts';
import { labelOf as dictionaryLabel } from '#web/data/dictionary.ts';
import { missing, spacedPhone } from '#web/data/format.ts';
import { leaveText } from '#web/data/leaveText.ts';
import { levelText } from '#web/data/levelText.ts';
import { entryLines } from '../entryLines.ts';
import { Portrait } from './Portrait.tsx';
import { RecentWarns } from './RecentWarns.tsx';
import { RestrictedNotice } from './RestrictedNotice.tsx';
import { Vitals } from './Vitals.tsx';

function labelOf(list: Readonly<Record<string, string>>, key: string | number | null): string | null {
  return key === null ? null : (list[String(key)] ?? String(key));
}

/** Sex, age (bold) and ability. */
function Traits({ customer }: { customer: WarnCustomer }) {
  const ability = levelText(customer);
  return (
    <p className="text-[15px] leading-5.5">
      {labelOf(genders, customer.gender)} · <b>{customer.age === null ? '年龄不详' : `${customer.age} 岁`}</b>
      {ability && ` · ${ability}`}
    </p>
  );
}

function Fact({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`fact${wide ? ' wide' : ''} grid mb-1.5`}>
      <dt className="text-text3">{title}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** List with one line per item; empty, it shows a text, because 「无」 and 「没有登记」 differ. */
function Lines({ items }: { items: readonly string[] }) {
  if (items.length === 0) return <span className="text-text3">没有登记</span>;
  return items.map((item) => (
    <span key={item} className="line block">
      {item}
    </span>
  ));
}

/** Allergies: substance in red, reaction plain: 青霉素（皮疹）. */
function Allergies({ items }: { items: readonly string[] }) {
  if (items.length === 0) return <Lines items={[]} />;
  return items.map((item) => {
    const cut = item.search(/[（(]/);
    return (
      <span key={item} className="line block">
        <b className="text-level1-text">{cut < 0 ? item : item.slice(0, cut)}</b>
        {cut < 0 ? '' : item.slice(cut)}
      </span>
    );
  });
}

function Doctor({ customer }: { customer: WarnCustomer }) {
  const { doctor, doctorPhone, hospital } = customer;
  if (doctor === null && doctorPhone === null && hospital === null) return <>{missing}</>;
  return (
    <>
      <span className="line block">
        {doctor} {doctorPhone !== null && <a href={`tel:${doctorPhone}`}>{spacedPhone(doctorPhone)}</a>}
      </span>
      {hospital !== null && <span className="line quiet block">常去 {hospital}</span>}
    </>
  );
}

function Facts({ customer, keyHolder }: { customer: WarnCustomer; keyHolder: string | null }) {
  return (
    <dl className="facts mt-3.5">
      <Fact title="入户" wide>
        <Lines items={entryLines(keyHolder, customer)} />
      </Fact>
      <Fact title="疾病">
        {customer.conditions.length === 0 ? <Lines items={[]} /> : customer.conditions.join('、')}
      </Fact>
      <Fact title="用药" wide>
        <Lines items={customer.medicines} />
      </Fact>
      <Fact title="过敏">
        <Allergies items={customer.allergies} />
      </Fact>
      <Fact title="血型">{customer.bloodType ?? missing}</Fact>
      <Fact title="医生">
        <Doctor customer={customer} />
      </Fact>
    </dl>
  );
}

function Flags({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <ul className="flags flex flex-wrap gap-2 mt-2.5" aria-label="重要提示">
      {flags.map((flag) => (
        <li
          key={flag}
          className="flag rounded-sm bg-level1-tint inline-flex items-center gap-1.25 px-2 font-bold leading-6 text-level1-text"
        >
          <TriangleAlert size={14} aria-hidden="true" />
          {flag}
        </li>
      ))}
    </ul>
  );
}

/** Bed or building in bold with the address below; without them the flat in bold, below its community. */
function AddressLine({ place, note = null }: { place: AddressParts; note?: string | null }) {
  const { area, spot, address } = place;
  const noted = (
    <>
      {address}
      {note !== null && <small className="font-normal text-base text-text2">（{note}）</small>}
    </>
  );
  if (spot === null)
    return (
      <p className="address mt-3 text-base leading-6 wrap-anywhere">
        {area ?? (address === null && '位置不详')}
        <b className="block">{noted}</b>
      </p>
    );
  return (
    <p className="address mt-3 text-base leading-6 wrap-anywhere">
      <b className="block">{spot}</b>
      {area} {noted}
    </p>
  );
}

/** Phone link; a masked number is plain text. */
function Phone({ number }: { number: string | null }) {
  if (number === null) return <>{missing}</>;
  if (number.includes('*')) return <>{number}</>;
  return <a href={`tel:${number}`}>{spacedPhone(number)}</a>;
}

/** Card of a warn without a customer, or without customer data from the server: what is known, and the address. */
function UnknownCustomer({ detail }: { detail: WarnDetail }) {
  return (
    <>
      <div className="person-top grid gap-3 items-start">
        <span
          className="portrait align-middle inline-flex flex-none items-center justify-center overflow-hidden border border-line rounded-sm bg-s3 text-text2 text-[22px] font-bold"
          aria-hidden="true"
        >
          <CircleHelp size={32} />
        </span>
        <div>
          <h3 className="text-[26px] leading-8 wrap-anywhere">{detail.customerName ?? '未登记'}</h3>
          <p className="text-[15px] leading-5.5">{detail.customerId === null ? '没有关联的客户' : sexAndAge(detail)}</p>
        </div>
      </div>
      <AddressLine place={detail} />
      <Flags flags={detail.flags} />
      <dl className="facts mt-3.5">
        <Fact title="设备">{detail.equipmentName ?? missing}</Fact>
        <Fact title="编号">
          <span className="mono">{detail.equipmentSn ?? missing}</span>
        </Fact>
        <Fact title="电话">
          <Phone number={detail.phone} />
        </Fact>
        {detail.origin !== null && <Fact title="来自">{detail.origin}</Fact>}
      </dl>
      {detail.strangers.length > 0 && (
        <p>
          最近按下：<span className="mono">{detail.strangers.map((caller) => caller.number).join('、')}</span>
        </p>
      )}
    </>
  );
}

function CustomerDetails({ customer, detail }: { customer: WarnCustomer; detail: WarnDetail }) {
  const living = labelOf(livingStates, customer.livingState);
  const { marital } = customer;
  const below = [marital && dictionaryLabel('marital', marital), living].filter((part) => part !== null);
  return (
    <>
      <div className="person-top grid gap-3 items-start">
        <Portrait name={customer.name} fileId={customer.photoFileId} />
        <div>
          <h3 className="text-[26px] leading-8 wrap-anywhere">{customer.name}</h3>
          <Traits customer={customer} />
          {below.length > 0 && <p className="quiet">{below.join(' · ')}</p>}
          {can('archive:list') && detail.customerId !== null && (
            <a className="text-[13px]" href={`#/healthy/archives/${detail.customerId}`}>
              健康档案
            </a>
          )}
        </div>
      </div>
      <AddressLine place={customer} note={customer.addressNote} />
      <Flags flags={customer.flags} />
      {detail.whole ? (
        <Facts customer={customer} keyHolder={detail.keyHolder} />
      ) : (
        <dl className="facts mt-3.5">
          <Fact title="电话">
            <Phone number={customer.mobile ?? customer.phone} />
          </Fact>
        </dl>
      )}
    </>
  );
}

/** Notes for customers without an active service: the warn is handled like any other. */
const stateNotes: Partial<Record<NonNullable<WarnDetail['serviceState']>, string>> = {
  paused: '服务已暂停：仍须按告警处理，并核对暂停原因',
  ended: '服务已终止：仍须按告警处理，并核对设备是否还在使用',
  deceased: '本人已故：仍须按告警处理，并核对是谁按下',
};

interface Props {
  detail: WarnDetail;
  onReveal: (detail: WarnDetail) => void;
}

/** Customer data; unmasked at once for the handler, because seconds matter. The server records the access. */
export function CustomerCard({ detail, onReveal }: Props) {
  const stateNote = detail.serviceState === null ? null : (stateNotes[detail.serviceState] ?? null);
  return (
    <section className="desk-person min-w-0 min-h-0 overflow-y-auto border-r border-line" aria-label="客户">
      {stateNote !== null && (
        <p className="paused flex items-center gap-1.5 px-4 py-1.5 font-bold text-level1-text">
          <Pause size={14} aria-hidden="true" />
          {stateNote}
        </p>
      )}
      {detail.away && (
        <p className="flex items-center gap-1.5 mb-1.5 font-bold text-level2-text">
          {leaveText(detail.away, Date.now(), detail.timeZone)}
        </p>
      )}
      {detail.customer === null ? (
        <UnknownCustomer detail={detail} />
      ) : (
        <CustomerDetails customer={detail.customer} detail={detail} />
      )}
      {!detail.whole && <RestrictedNotice detail={detail} onReveal={onReveal} />}
      <Vitals readings={detail.readings} />
      <RecentWarns detail={detail} />
    </section>
  );
}
