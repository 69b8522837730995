import { notFound } from '#server/core/problem.ts';
import { hasPermission } from '#server/core/viewer.ts';
import type { Revealer } from '#server/feature/revealer.ts';
import { users } from './write.ts';

/** Reveals phone and mailbox of an account in scope, for viewers who may see the user list. */
const revealer: Revealer = {
  object: 'user',
  fields: ['mobile', 'email'],
  async find(viewer, id) {
    if (!hasPermission(viewer, 'user:list')) throw notFound('用户');
    const { mobile, email } = await users.get(viewer, { id });
    return { projectId: null, exempt: false, read: (field) => (field === 'mobile' ? mobile : email) };
  },
};

export default [revealer];
