import { customerImportApi } from '#features/customerImport/contract.ts';
import { authorizationCases, names, type RecordKind, shows } from '#server/testing/authorization.ts';
import { aMark, next } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { importApi } from '#shared/contract/import.ts';
import { jobApi } from '#shared/contract/job.ts';

/** Import of one valid row that was read and waits for its owner's confirmation. */
const customerImport: RecordKind = {
  table: 'job',
  ownedBy: 'made',
  async make(app, _place, owner) {
    const rows = [
      ['姓名', '手机号'],
      [aMark(), `135${String(10_000_000 + next())}`],
    ];
    const file = await workbookOf([{ name: '客户', rows }]);
    const { data, msg } = await upload(app, customerImportApi.importCustomer.path, file, {}, owner.token);
    if (!data) throw new Error(msg);
    const id = String(data.jobId);
    await until(
      'the import is read',
      async () => (await app.call(jobApi.getJob, { id }, owner.token)).state === 'done',
    );
    return { id, mark: `"${id}"` };
  },
};

const options = { with: ['customer:import'] };

/** Scope cases of the import endpoints: the viewer's own imports. */
export default authorizationCases(
  importApi,
  {
    getImportLimit: {
      checks: [
        shows('project', () => ({ path: customerImportApi.importCustomer.path }), {
          ...options,
          ready: ({ id }, { app }) => app.sql('update project set quota_customer = 500 where id = $1', [id]),
        }),
      ],
    },
    getImportPreview: { checks: [names('customerImport', ({ id }) => ({ jobId: id }), options)] },
    confirmImport: { checks: [names('customerImport', ({ id }) => ({ jobId: id, mode: 'all' }), options)] },
    undoImport: {
      checks: [
        names('customerImport', ({ id }) => ({ jobId: id }), {
          ...options,
          ready: async ({ id }, { app }) => {
            const [owner] = await app.sql<{ account: string }>(
              'select u.account from job j join "user" u on u.id = j.owner_id where j.id = $1',
              [id],
            );
            const token = await app.login(owner?.account, 'quiet-Harbour-2041');
            await app.call(importApi.confirmImport, { jobId: id, mode: 'all' }, token);
            await until('the import is written', async () => {
              const { phase } = await app.call(importApi.getImportPreview, { jobId: id }, token);
              return phase === 'imported';
            });
          },
        }),
      ],
    },
  },
  { customerImport },
);
