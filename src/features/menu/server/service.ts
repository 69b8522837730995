export { changeCatalogue, changeRights } from './change.ts';
export type { MenuGrant } from './seed.ts';
export { getUserMenu } from './userMenu.ts';
