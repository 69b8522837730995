import { commandApi } from '#features/equipmentCommand/contract.ts';
import { authorizationCases, counts, names, scopeFree, shows } from '#server/testing/authorization.ts';

/** Authorization cases of the calls about commands. */
export default authorizationCases(commandApi, {
  sendCommand: { checks: [names('equipment', ({ id }) => ({ id, command: 'locate' as const }))] },
  sendCommands: {
    checks: [
      counts(
        'equipment',
        ({ id }) => ({ ids: [id], command: 'locate' as const }),
        ({ sent }) => sent,
      ),
    ],
  },
  getCommandChoice: { checks: [shows('equipment', ({ id }) => ({ ids: [id] }))] },
  getCommandList: {
    checks: [
      shows('equipment', ({ id }) => ({ equipmentId: id }), {
        ready: ({ id, mark }, { app }) =>
          app.sql(
            `insert into equipment_command (equipment_id, command, valid_until, answer) values ($1, 'locate', now(), $2)`,
            [id, mark],
          ),
      }),
    ],
  },
  getEquipmentConfig: { checks: [names('equipment', ({ id }) => ({ id }))] },
  encodeCommand: scopeFree('a command that was typed in is encoded; no device is read or asked'),
});
