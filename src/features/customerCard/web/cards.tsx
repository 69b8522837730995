import type { customerCardApi } from '#features/customerCard/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { missing, spacedPhone } from '#web/data/format.ts';
import { levelText } from '#web/data/levelText.ts';
import { QrCode } from '#web/ui/QrCode.tsx';

export type Card = OutputOf<typeof customerCardApi.getCustomerCard>[number];

function Who({ card }: { card: Card }) {
  return (
    <div>
      <h2>{card.name}</h2>
      <p className="card-traits">
        {labelOf('gender', String(card.gender))} {card.age === null ? '年龄不详' : `${card.age} 岁`}
      </p>
    </div>
  );
}

/** QR code with the customer number alone, so that a lost card reveals nothing. */
function Code({ no }: { no: string }) {
  return (
    <figure className="card-code">
      <QrCode text={no} label={`编号 ${no}`} />
      <figcaption>{no}</figcaption>
    </figure>
  );
}

/** 老人信息卡, A6: the contacts to call and the allergies. */
export function InfoCard({ card, photo }: { card: Card; photo: string | undefined }) {
  const { allergies, contacts, service, hotline } = card;
  return (
    <article className="person-card info-card">
      <header>
        <b>老人信息卡</b>
        <span>{service}</span>
      </header>
      <div className="card-top">
        {photo ? <img className="card-photo" src={photo} alt="" /> : <span className="card-photo empty">贴照片</span>}
        <Who card={card} />
      </div>
      <section className="card-allergy">
        <h3>过敏</h3>
        <p>{allergies === null ? '＿＿＿＿＿＿＿＿＿＿' : allergies.join('；') || '没有登记'}</p>
      </section>
      <section>
        <h3>联系人</h3>
        {contacts.length === 0 && <p>没有登记</p>}
        <ul>
          {contacts.map((contact) => (
            <li key={`${contact.name} ${contact.relation} ${contact.phone}`}>
              <span>
                {contact.name}（{labelOf('relation', contact.relation)}）
              </span>
              <b>{contact.phone === null ? missing : spacedPhone(contact.phone)}</b>
            </li>
          ))}
        </ul>
      </section>
      <footer>
        <div>
          <span>求助热线</span>
          <strong>{hotline ?? '＿＿＿＿＿＿＿'}</strong>
        </div>
        <Code no={card.no} />
      </footer>
    </article>
  );
}

/** 床头卡, A5: facts for caregivers at the bed, no illness. */
export function BedCard({ card }: { card: Card }) {
  const { bed, diet, risks, service } = card;
  return (
    <article className="person-card bed-card">
      <header>
        <b>床头卡</b>
        <span>{service}</span>
      </header>
      <div className="card-top">
        <Who card={card} />
        <Code no={card.no} />
      </div>
      <dl>
        {bed !== null && (
          <div>
            <dt>床位</dt>
            <dd>{bed}</dd>
          </div>
        )}
        <div>
          <dt>能力等级</dt>
          <dd>{levelText(card) || '没有评估'}</dd>
        </div>
        {diet !== null && (
          <div>
            <dt>饮食</dt>
            <dd>{diet}</dd>
          </div>
        )}
        <div>
          <dt>风险标识</dt>
          <dd>
            {risks === null && <span className="card-line" />}
            {risks?.length === 0 && '没有登记'}
            {risks?.map((risk) => (
              <span key={risk} className="card-risk">
                {risk}
              </span>
            ))}
          </dd>
        </div>
      </dl>
    </article>
  );
}
