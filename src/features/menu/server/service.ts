export { changeCatalogue, changePermissions } from './change.ts';
export type { MenuGrant } from './seed.ts';
export { getUserMenu } from './userMenu.ts';
