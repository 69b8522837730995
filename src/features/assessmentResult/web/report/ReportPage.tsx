import './report.css';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { assessmentStatuses } from '#features/assessment/contract.ts';
import { maskName } from '#shared/mask.ts';
import { can, useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { PaperPages } from '#web/screen/PaperPages.tsx';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { partsOf } from '../items.ts';
import { Annex } from './Annex.tsx';
import { Answers } from './Answers.tsx';
import { Conclusion } from './Conclusion.tsx';
import { SignatureLines } from './SignatureLines.tsx';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  onClose: () => void;
}

/**
 * The assessment on A4: what was frozen of the person, facts, answers, result, signatures and lines for ink. Names are
 * masked without the permission.
 */
export default function ReportPage({ assessment, scale, onClose }: Props) {
  const { user } = useSession();
  const isUnmasked = can('pii:reveal');
  const shown = isUnmasked ? assessment : masked(assessment);
  const { no, scaleName, scaleVersion, customerName, status, date, timeZone } = shown;
  const printed = fullTime(new Date(now()).toISOString(), timeZone);
  const parts = partsOf(assessment, scale);
  const isStandard = (scale.facts ?? []).some(({ kind }) => kind === 'codes');
  return (
    <PrintPage
      label="评估报告"
      className="assessment-paper"
      onClose={onClose}
      bar={
        <>
          {!isUnmasked && <span className="text-[13px]">你没有查看完整个人信息的权限，纸上的姓名和签名已隐藏</span>}
          <Button kind="primary" className="ml-auto" data-autofocus onClick={() => window.print()}>
            打印
          </Button>
        </>
      }
    >
      <article>
        <PaperPages foot={`${customerName} ${no} · ${user?.name ?? ''} 于 ${printed} 打印 · 含个人信息，用后妥善保管`}>
          <h1>评估报告</h1>
          <p className="report-subtitle text-center">
            {scaleName} 第 {scaleVersion} 版 · 编号 {no} · 评估基准日期 {date}
            {status !== 'done' && <b> · {assessmentStatuses[status]}</b>}
          </p>
          {status !== 'done' && <p className="report-open">{openText(status)}</p>}
          <Annex assessment={shown} scale={scale} isStandard={isStandard} />
          <Answers parts={parts} scale={scale} title={isStandard ? 'B 能力评估' : '评估项目'} />
          <Conclusion assessment={shown} scale={scale} parts={parts} isStandard={isStandard} />
          <SignatureLines assessment={shown} showsPictures={isUnmasked} />
        </PaperPages>
      </article>
    </PrintPage>
  );
}

function openText(status: AssessmentDetail['status']): string {
  if (status === 'void') return '这份评估已作废，不能作为依据。';
  if (status === 'replaced') return '这份评估已被复评替换，以复评的结果为准。';
  return status === 'expired' ? '这份评估已过有效期，需要重新评估。' : '这份评估还没有完成签名和审核，不能作为依据。';
}

/** Hides who the person, the contacts and the private signers are. */
function masked(assessment: AssessmentDetail): AssessmentDetail {
  const { person, signatures, customerName } = assessment;
  return {
    ...assessment,
    customerName: maskName(customerName),
    person: {
      ...person,
      name: maskName(person.name),
      address: null,
      contacts: person.contacts.map((contact) => ({ ...contact, name: maskName(contact.name) })),
    },
    signatures: signatures.map((signature) =>
      signature.who === 'assessor' ? signature : { ...signature, name: maskName(signature.name) },
    ),
  };
}
