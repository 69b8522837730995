import { trialApi } from '#features/trial/contract.ts';
import { authorizationCases, counts, names, type RecordKind, shows } from '#server/testing/authorization.ts';
import { aCustomer, aDevice } from '#server/testing/rows.ts';

/** A device in use with this ownership that was never pressed. */
const unpressed: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id, sn } = await aDevice(app, { ...place, customer: await aCustomer(app, { ...place }) });
    await app.sql(`update equipment set state = 'in_use' where id = $1`, [id]);
    return { id, mark: sn };
  },
};

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

const within = {
  projectId: 'it narrows what is counted in scope',
  departmentId: 'it narrows what is counted in scope',
};

/** Visibility and permissions of the trial endpoints. */
export default authorizationCases(
  trialApi,
  {
    getTrialList: {
      checks: [
        shows('unpressed', () => ({ limit: 200 })),
        shows('unpressed', ({ mark }) => ({ keyword: mark || 'x', limit: 200 })),
      ],
    },
    getTrialShare: {
      checks: [
        counts(
          'unpressed',
          () => ({}),
          ({ due }) => due,
        ),
      ],
      alsoFree: within,
    },
    revealTrialPhone: {
      checks: [
        names('unpressed', ({ id }) => ({ id }), {
          noOwn: 'the person is somebody else’s: their number is no part of the device',
        }),
      ],
    },
    noteTrial: {
      checks: [names('unpressed', ({ id }) => ({ equipmentId: id, after: null, result: 'no_answer', nextAt: soon() }))],
    },
  },
  { unpressed },
);
