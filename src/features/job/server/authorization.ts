import { authorizationCases, type RecordKind, shows } from '#server/testing/authorization.ts';
import { next } from '#server/testing/rows.ts';
import { jobApi } from '#shared/contract/job.ts';

/** Waiting job that no worker runs: its kind is unknown. */
const job: RecordKind = {
  table: 'job',
  ownedBy: 'made',
  async make(app, _place, owner) {
    const mark = `导出${next()}号`;
    const [row] = await app.sql<{ id: string }>(
      `insert into job (kind, title, state, owner_id, trace_id) values ('reach', $1, 'running', $2, 'x') returning id::text`,
      [mark, owner.id],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** Scope cases of the job endpoints: the viewer's own jobs. */
export default authorizationCases(
  jobApi,
  {
    getJobList: {
      checks: [shows('job', () => ({ limit: 200 })), shows('job', () => ({ limit: 200, everybody: true }))],
    },
  },
  { job },
);
