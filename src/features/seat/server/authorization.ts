import { seatApi } from '#features/seat/contract.ts';
import { authorizationCases, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { anAccount, aRole } from '#server/testing/rows.ts';

/** An operator with this ownership. */
const seatHolder: RecordKind = {
  table: 'user',
  noOwn: 'with the scope self one sees oneself and nobody that one entered',
  async make(app, place) {
    const roleId = await aRole(app, { scope: 'department_below', permissions: ['warn:claim'] });
    const { id } = await anAccount(app, { roleId, department: place.department, projects: [place.project] });
    return { id, mark: `"${id}"` };
  },
};

const ownSeatOnly = scopeFree('it is about the seat of the person who calls and about no other');

/** Visibility and permissions of the seat endpoints. */
export default authorizationCases(
  seatApi,
  {
    getSeatList: { checks: [shows('seatHolder', () => ({}))] },
    getSeat: ownSeatOnly,
    setSeatState: ownSeatOnly,
    leaveSeat: ownSeatOnly,
  },
  { seatHolder },
);
