import { authorizationCases, names, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { notificationApi } from '../contract.ts';
import { sealed } from './record.ts';

/** A failed message. */
const message: RecordKind = {
  table: 'notification',
  async make(app, { department, project }, owner) {
    const name = `收信人${owner.id}`;
    const [row] = await app.sql<{ id: string; title: string }>(
      `insert into notification (event, key, project_id, department_id, title, to_kind, to_id, to_cipher, text_cipher, channel, channel_id, state)
       values ('claim', gen_random_uuid()::text, $1, $2, 'mark ' || gen_random_uuid(), 'user', $3, $4, $4, 'webhook', 1, 'failed')
       returning id::text, title`,
      [project, department, owner.id, sealed({ name, mobile: null, email: null })],
    );
    return { id: row?.id ?? '', mark: row?.title ?? '' };
  },
  ownedBy: 'made',
};

const ownBrowserOnly = scopeFree('it is about a browser of the person who calls and about nobody else');

/** Visibility and permissions of the notification endpoints. */
export default authorizationCases(
  notificationApi,
  {
    getNotificationList: {
      checks: [shows('message', () => ({ limit: 200 }))],
    },
    getPushState: ownBrowserOnly,
    subscribePush: ownBrowserOnly,
    unsubscribePush: ownBrowserOnly,
    retryNotification: { checks: [names('message', ({ id }) => ({ ids: [id] }))] },
  },
  { message },
);
