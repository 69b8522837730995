import type { caseLinkApi } from '#shared/contract/caseLink.ts';
import type { OutputOf } from '#shared/endpoint.ts';

interface Props {
  report: OutputOf<typeof caseLinkApi.getCase>['report'];
  /** Text of the report. */
  what: string | null;
}

/** State of a report: stored, then seen once the handler's page has shown it. */
export function Reported({ report, what }: Props) {
  return (
    <p className="text-text2" role="status">
      {report && (report.seen ? '值守人员已看到' : '已送到值守台')}
      {report && what && `：${what}`}
    </p>
  );
}
