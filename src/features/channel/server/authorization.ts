import { channelApi } from '#features/channel/contract.ts';
import { authorizationCases, names, type RecordKind, scopeFree } from '#server/testing/authorization.ts';
import { aProject, next } from '#server/testing/rows.ts';

/** Channel in the scope of its project. */
const channel: RecordKind = {
  table: 'channel',
  isProject: true,
  noOwn: 'with the scope self there is no project to manage',
  async make(app, { department }) {
    const name = `渠道${next()}`;
    const [row] = await app.sql<{ id: string }>(
      `insert into channel (project_id, kind, name, config) values ($1, 'webhook', $2, '{"url": "https://127.0.0.1/"}') returning id::text`,
      [await aProject(app, department), name],
    );
    return { id: row?.id ?? '', mark: name };
  },
};

/** Scope cases of the channel endpoints: the scope of their project. */
export default authorizationCases(
  channelApi,
  {
    getChannelList: { checks: [names('project', ({ id }) => ({ projectId: id }))] },
    getChannelOption: scopeFree('what kinds of channel there are'),
    addChannel: {
      checks: [
        names('project', ({ id }) => ({
          projectId: id,
          kind: 'webhook',
          name: `渠道${next()}`,
          config: { url: 'https://example.com/', secret: 'x'.repeat(16) },
        })),
      ],
    },
    editChannel: { checks: [names('channel', ({ id }) => ({ id, version: 1, name: `改${next()}` }))] },
    getTemplateList: { checks: [names('project', ({ id }) => ({ projectId: id }))] },
    editTemplate: {
      checks: [names('project', ({ id }) => ({ projectId: id, event: 'new', channel: 'sms', text: '{name} {type}' }))],
    },
  },
  { channel },
);
