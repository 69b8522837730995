import type { TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aDepartment, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { newsApi } from '../contract.ts';

export type Article = InputOf<typeof newsApi.addNews>;

/** Every permission for articles. */
export const permissionKeys = ['news:list', 'news:add', 'news:edit', 'news:approve', 'news:status', 'news:delete'];

export function uploadCover(app: TestApp, content: Buffer, token: string) {
  return upload(app, newsApi.uploadNewsCover.path, new Blob([new Uint8Array(content)]), {}, token);
}

/** Uploads a cover as this user; returns its file id. */
export async function aCover(app: TestApp, token: string): Promise<string> {
  return String((await uploadCover(app, await aPicture(), token)).data.fileId);
}

export function article(patch: Partial<Article> = {}): Article {
  return { title: `冬季防跌${next()}`, category: 'health', content: '<p>地面湿时慢走。</p>', ...patch };
}

export interface Newsroom {
  author: TestUser;
  reviewer: TestUser;
  /** User with all permissions for articles, in another department. */
  outsider: TestUser;
  /** Adds a draft of the author with a cover; returns its id. */
  add(patch?: Partial<Article>): Promise<string>;
  /** Adds a draft and submits it. */
  submitted(patch?: Partial<Article>): Promise<string>;
  /** Adds an article approved by another user. */
  online(patch?: Partial<Article>): Promise<string>;
}

export async function aNewsroom(app: TestApp): Promise<Newsroom> {
  const department = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department_below', permissions: permissionKeys });
  const author = await aUser(app, { roleId, department });
  const reviewer = await aUser(app, { roleId, department });
  const outsider = await aUser(app, { roleId, department: await aDepartment(app) });
  const room: Newsroom = {
    ...{ author, reviewer, outsider },
    add: async (patch) => {
      const input = article({ coverId: await aCover(app, author.token), ...patch });
      return (await app.call(newsApi.addNews, input, author.token)).id;
    },
    submitted: async (patch) => {
      const id = await room.add(patch);
      await app.call(newsApi.submitNews, { id }, author.token);
      return id;
    },
    online: async (patch) => {
      const id = await room.submitted(patch);
      await app.call(newsApi.approveNews, { id }, reviewer.token);
      return id;
    },
  };
  return room;
}
