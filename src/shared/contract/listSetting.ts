import { type Static, Type } from '#shared/typebox.ts';
import { NoData, nullable, post, strict } from '../endpoint.ts';

const ListName = Type.String({ pattern: '^[a-z][a-zA-Z0-9_./-]{0,60}$', title: '列表' });

/** A user's settings of one list; stored per account on the server. */
export const ListSetting = strict(
  {
    density: Type.Enum(['small', 'medium', 'large'], { title: '密度' }),
    /** Column keys in order, without the hidden ones. Empty: as the screen declares. */
    columns: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 60, title: '列' }),
    limit: Type.Integer({ minimum: 1, maximum: 200, title: '每页条数' }),
  },
  '列表设置',
);
export type ListSetting = Static<typeof ListSetting>;

/** Endpoints of table settings; shared, as every table calls them. */
export const listSettingApi = {
  getListSetting: post('/api/view/getListSetting', {
    title: '列表设置',
    permission: 'login',
    change: false,
    input: { list: ListName },
    output: nullable(ListSetting),
  }),
  saveListSetting: post('/api/view/saveListSetting', {
    title: '保存列表设置',
    permission: 'login',
    change: false,
    input: { list: ListName, setting: ListSetting },
    output: NoData,
  }),
};
