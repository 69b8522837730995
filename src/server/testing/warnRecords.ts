import type { CreatedRecord, World } from './authorization.ts';

/** Lets the owner of a warn handle it. */
export const claimByOwner = ({ id }: CreatedRecord, { app, owner }: World) =>
  app.sql(`update warn set status = 'handling', handler_id = $2, claimed_at = now() where id = $1`, [id, owner.id]);

/** Records a call that reached the customer. */
export const reachCustomer = async (created: CreatedRecord, world: World) => {
  await claimByOwner(created, world);
  await world.app.sql(
    `insert into warn_step (warn_id, kind, data) values ($1, 'call', '{"result": "ok", "party": "elder"}')`,
    [created.id],
  );
};

export const finish = ({ id }: CreatedRecord, { app, owner }: World) =>
  app.sql(
    `update warn set status = 'done', handler_id = $2, claimed_at = now(), finished_at = now(), result = 'phone', follow_up_at = now() + interval '1 hour' where id = $1`,
    [id, owner.id],
  );
