import type { ReactNode } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { useSession } from '#web/api/session.ts';
import { fullTime } from '#web/data/format.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { signAsAssessor } from '../act/signAsAssessor.tsx';
import { type SignatureLine, shortHash, signatureLines } from '../signers.ts';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  changed: () => void;
}

/** Who has signed, who has yet to, and the review. */
export function Signatures({ assessment, scale, changed }: Props) {
  const { user } = useSession();
  const { status, can, signed, signaturesNeeded } = assessment;
  const sign = async () => {
    if (await signAsAssessor(assessment, scale)) changed();
  };
  return (
    <section aria-label="签名">
      <h2 className="text-sm">
        签名{' '}
        <span className="text-[13px] font-normal text-text2">
          {status === 'review'
            ? `评估员已签 ${signed}，需 ${signaturesNeeded}；答案再改即失效`
            : '答案再改，签名即失效'}
        </span>
      </h2>
      <ul className="p-0">
        {signatureLines(assessment).map((line) => (
          <Row key={line.key} line={line} hash={assessment.hash} zone={assessment.timeZone}>
            {can.sign && line.userId === user?.id && (
              <Button small onClick={() => void sign()}>
                签名…
              </Button>
            )}
          </Row>
        ))}
        <Review assessment={assessment} />
      </ul>
    </section>
  );
}

interface RowProps {
  line: SignatureLine;
  /** Of the answers as they are. */
  hash: string | null;
  zone: string;
  children: ReactNode;
}

function Row({ line: { name, role, signature }, hash, zone, children }: RowProps) {
  return (
    <Entry
      name={name}
      part={role}
      detail={
        signature && (
          <>
            <time className="inline-block mr-2" dateTime={signature.at}>
              {fullTime(signature.at, zone)}
            </time>
            <span className="inline-block" title={signature.hash}>
              答案印 {shortHash(signature.hash)}
            </span>
            {hash !== null && signature.hash !== hash && <b className="text-level1-text"> 与现在的答案不符</b>}
          </>
        )
      }
    >
      {signature?.fileId ? (
        <FileImage
          className="result-signature"
          id={signature.fileId}
          alt={`${name} 的签名`}
          empty={<span className="text-success">已签</span>}
        />
      ) : signature ? (
        <span className="text-success">已签</span>
      ) : (
        children || <span className="text-text2">未签</span>
      )}
    </Entry>
  );
}

function Review({ assessment: { status, reviewedByName, reviewedAt, timeZone } }: { assessment: AssessmentDetail }) {
  if (reviewedByName === null)
    return status === 'review' ? (
      <Entry name="审核" part="由没有参加评估的人" detail={null}>
        <span className="text-text2">未审核</span>
      </Entry>
    ) : null;
  const isSentBack = status === 'review' || status === 'draft';
  return (
    <Entry
      name={reviewedByName}
      part="审核"
      detail={
        <>
          <time dateTime={reviewedAt ?? undefined}>{fullTime(reviewedAt, timeZone)}</time> · 未参与评估
        </>
      }
    >
      {isSentBack ? <span className="text-level2-text">曾退回</span> : <span className="text-success">通过</span>}
    </Entry>
  );
}

interface EntryProps {
  name: string;
  /** What the person is in this assessment. */
  part: string;
  detail: ReactNode;
  children: ReactNode;
}

function Entry({ name, part, detail, children }: EntryProps) {
  return (
    <li className="flex items-center gap-3 py-2 border-b border-line text-[13px]">
      <span className="result-initial" aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <b>{name}</b> {part}
        </p>
        {detail && <p className="text-xs text-text2">{detail}</p>}
      </div>
      <div className="flex-none">{children}</div>
    </li>
  );
}
