import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { type CloseDraft, FalseRequestPanel } from '#features/closing/web/service.ts';
import { PhoneCalls } from '#features/phoneCall/web/service.ts';
import {
  accessTo,
  claimAndOpen,
  type DeskDialog,
  sexAndAge,
  stateMark,
  subjectName,
  useAction,
  useOpenWarns,
  useWarnDraft,
  type WarnDetail,
} from '#features/warn/web/service.ts';
import { DeskBroken, DeskRefused } from '#features/warnList/web/service.ts';
import { useLocated, WarnMap } from '#features/warnTrack/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { RestrictedNotice } from '../customer/RestrictedNotice.tsx';
import { WarnDialogs } from '../WarnDialogs.tsx';
import '../calls.css';
import { PrintSheet } from '../print/PrintSheet.tsx';
import { Timeline } from '../timeline/Timeline.tsx';
import { useReceipt } from '../useReceipt.ts';
import { useWarnDetail } from '../useWarnDetail.ts';
import { PhoneActions } from './PhoneActions.tsx';

/** Height in px; the calls below must be within reach of the thumb. */
const mapHeight = 140;

/** Warn on a phone (picture 13b). */
export function PhoneWarn({ id, onBack }: { id: string; onBack: () => void }) {
  const row = useOpenWarns().find((each) => each.id === id) ?? null;
  const { state, reload, replace } = useWarnDetail(id, row?.version ?? null);
  return (
    <div className="phone-case stack low f16 l24 full-height relative">
      <button type="button" className="phone-back absolute high-44" onClick={onBack} aria-label="返回告警列表">
        <ChevronLeft size={24} aria-hidden="true" />
      </button>
      {state.kind === 'loading' && <p className="quiet">加载中…</p>}
      {state.kind === 'refused' && <DeskRefused onBack={onBack} />}
      {state.kind === 'broken' && <DeskBroken problem={state.problem} onRetry={reload} />}
      {state.kind === 'ready' && <Ready detail={state.detail} reload={reload} onReveal={replace} />}
    </div>
  );
}

interface ReadyProps {
  detail: WarnDetail;
  reload: () => void;
  onReveal: (detail: WarnDetail) => void;
}

function Ready({ detail, reload, onReveal }: ReadyProps) {
  const { active, query, setQuery } = useScreen();
  const userId = useSession().user?.id ?? null;
  const access = accessTo(detail, userId, can);
  useReceipt(detail, userId, active);
  const run = useAction(detail, reload);
  const place = useLocated(detail, access, active, run);
  const [closing, setClosing, dropClosing] = useWarnDraft<CloseDraft>(detail, 'close', {});
  const [dialog, setDialog] = useState<DeskDialog | null>(null);
  const [noting, setNoting] = useState(false);
  return (
    <>
      <div className="fill scroll-y">
        <CustomerHeader detail={detail} />
        <FalseRequestPanel detail={detail} onDialog={setDialog} />
        <WarnMap access={access} place={place} height={mapHeight} />
        <PhoneCalls detail={detail} disabled={!access.call} run={run} />
        {detail.whole ? <Health detail={detail} /> : <RestrictedNotice detail={detail} onReveal={onReveal} />}
        <Timeline detail={detail} canNote={access.assist} run={run} noting={noting} onNoting={setNoting} />
      </div>
      <PhoneActions
        detail={detail}
        access={access}
        run={run}
        onClaim={() => void claimAndOpen(detail, () => reload())}
        onDialog={setDialog}
        onNote={() => setNoting(true)}
        onPrint={() => setQuery({ print: '1' })}
      />
      <WarnDialogs
        detail={detail}
        dialog={dialog}
        sendTo={null}
        closing={closing}
        run={run}
        onClosing={setClosing}
        onClosed={dropClosing}
        onClose={() => setDialog(null)}
      />
      {query.get('print') === '1' && <PrintSheet detail={detail} onClose={() => setQuery({ print: null })} />}
    </>
  );
}

function CustomerHeader({ detail }: { detail: WarnDetail }) {
  const now = useNow(1000);
  const { customer } = detail;
  const mark = stateMark(detail);
  const { area: district, spot, address } = customer ?? detail;
  const entry = [detail.keyHolder && `${detail.keyHolder}有钥匙`, customer?.entryNote].filter(Boolean).join('；');
  const over = detail.finishedAt === null ? now : Date.parse(detail.finishedAt);
  return (
    <section className="phone-person gap-y-4 gap-x-12 in-grid centered on-container" aria-label="客户">
      <span
        className="portrait mid-line inline-flex rigid centered middle hide outlined round-sm on-s3 soft f18 bold"
        aria-hidden="true"
      >
        {[...subjectName(detail)].slice(-2).join('')}
      </span>
      <h2 className="f26 l32">
        {subjectName(detail)} <small className="regular f16 ink">{sexAndAge(detail)}</small>{' '}
        {mark !== null && <b className="f16 red">{mark}</b>}
      </h2>
      <time className="bold f22" aria-hidden="true" title={`${fullTime(detail.receivedAt, detail.timeZone)} 收到`}>
        {waiting(over - Date.parse(detail.receivedAt))}
      </time>
      <p className="where">
        {spot === null && (district ?? '位置不详')} <b>{spot ?? address}</b>
        {spot !== null && ` ${[district, address].filter(Boolean).join(' ')}`}
      </p>
      <ul className="flags flex wrap gap-6">
        {(customer?.flags ?? detail.flags).map((flag) => (
          <li className="flag round-sm on-red inline gap-4 pad-x-8 bold f13 l24 red" key={flag}>
            {flag}
          </li>
        ))}
      </ul>
      {entry !== '' && <p>{entry}</p>}
    </section>
  );
}

/** Health data for responders and the emergency call. */
function Health({ detail: { customer } }: { detail: WarnDetail }) {
  if (customer === null) return null;
  const facts = [
    ['疾病', customer.conditions],
    ['用药', customer.medicines],
    ['过敏', customer.allergies],
  ] as const;
  return (
    <dl className="pad-x-16 pad-y-8 f15 line-below on-container">
      {facts.map(([label, items]) => (
        <div className="flex gap-12" key={label}>
          <dt className="rigid soft">{label}</dt>
          <dd>{items.join('、') || '没有登记'}</dd>
        </div>
      ))}
    </dl>
  );
}
