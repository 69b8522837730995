import type { Revealer } from '#server/revealer.ts';
import { getUser } from './list.ts';

/** Phone and mailbox of an account in scope. */
const revealer: Revealer = {
  object: 'user',
  fields: ['mobile', 'email'],
  async read(viewer, id, field) {
    const { mobile, email } = await getUser(viewer, { id });
    return field === 'mobile' ? mobile : email;
  },
};

export default revealer;
