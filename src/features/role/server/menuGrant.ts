import { sql } from 'kysely';
import type { MenuGrant } from '#features/menu/server/service.ts';

/** Menus that a role may open from its first start on. */
const grant: MenuGrant = {
  async give(tx, roleKey, menuId) {
    await sql`
      insert into role_menu (role_id, menu_id) select id, ${menuId} from role where key = ${roleKey} and deleted_at is null on conflict do nothing`.execute(
      tx,
    );
  },
};
export default grant;
