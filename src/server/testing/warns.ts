import type { Rows } from './rows.ts';

/** Fields of a close that requires a connected call. */
export const ending = {
  result: 'phone',
  note: '老人平安，误碰按键',
  familyTold: false,
  familyNote: '老人要求不告知',
} as const;

/** Records a call that the warn's customer answered: without one, closing refuses most results. */
export async function aConnectedCall(app: Rows, warnId: string, token: string): Promise<void> {
  const [row] = await app.sql<{ phone: string }>(
    'select coalesce(c.mobile, c.phone) as phone from warn w join customer c on c.id = w.customer_id where w.id = $1',
    [warnId],
  );
  const body = { id: warnId, phone: row?.phone, result: 'ok' };
  const answer = await app.ask({ path: '/api/warn/addWarnCall', token, body });
  if (answer.code !== 0) throw new Error(answer.text);
}

/** Dispatches a responder, who arrives and completes. */
export async function anArrival(app: Rows, warnId: string, token: string): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await app.ask({ path: `/api/warn/${path}`, token, body: { id: warnId, ...body } });
    if (answer.code !== 0) throw new Error(answer.text);
    return answer.data;
  };
  const sent = (await ask('dispatchWarn', { name: '柳岸服务站', kind: 'station' })) as { data: { dispatchId: string } };
  for (const state of ['arrived', 'done']) await ask('updateWarnDispatch', { dispatchId: sent.data.dispatchId, state });
}
