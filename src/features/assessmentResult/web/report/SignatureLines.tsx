import type { AssessmentDetail } from '#features/assessment/contract.ts';
import { fullTime } from '#web/data/format.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { type SignatureLine, shortHash, signatureLines } from '../signers.ts';

interface Props {
  assessment: AssessmentDetail;
  /** False: a drawn name is hidden like a written one. */
  showsPictures: boolean;
}

/** Electronic signatures, each with a line for ink, the review, space for the seal, place and date. */
export function SignatureLines({ assessment, showsPictures }: Props) {
  const { timeZone, reviewedByName, reviewedAt, reviewNote, status } = assessment;
  const lines = signatureLines(assessment);
  const hasProvider = lines.some(({ key }) => key === 'provider');
  const isReviewed = reviewedByName !== null && status !== 'review';
  return (
    <section className="report-signatures">
      <h2>签名</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">签名人</th>
            <th scope="col">电子签名</th>
            <th scope="col">手写签名</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.key} line={line} {...{ timeZone, showsPictures }} />
          ))}
          {!hasProvider && (
            <tr>
              <td>信息提供者</td>
              <td />
              <td />
            </tr>
          )}
          <tr>
            <td>审核{isReviewed && ` ${reviewedByName}`}</td>
            <td>
              {isReviewed ? `通过 ${fullTime(reviewedAt, timeZone)}` : '未审核'}
              {isReviewed && reviewNote !== null && `，${reviewNote}`}
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      <div className="report-seal">
        <div>
          <p>
            评估机构 <i />
          </p>
          <p>
            评估地点 <i />
          </p>
          <p>
            日期 <i />
          </p>
        </div>
        <span>盖章处</span>
      </div>
    </section>
  );
}

interface LineProps {
  line: SignatureLine;
  timeZone: string;
  showsPictures: boolean;
}

function Line({ line: { name, role, signature }, timeZone, showsPictures }: LineProps) {
  return (
    <tr>
      <td>
        {role} {name}
      </td>
      <td>
        {signature?.fileId && showsPictures && (
          <FileImage className="report-picture" id={signature.fileId} alt={`${name} 的签名`} />
        )}
        {signature ? `${fullTime(signature.at, timeZone)}，答案印 ${shortHash(signature.hash)}` : '未签'}
      </td>
      <td />
    </tr>
  );
}
