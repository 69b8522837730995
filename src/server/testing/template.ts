/** Name of the migrated and seeded database that test databases are copied from. */
export const TEMPLATE = 'anhao_template';

/** Name of a database that is only migrated: for tests of the first start. */
export const BARE_TEMPLATE = 'anhao_bare';

/** Password of `admin` in the template. */
export const adminPassword = 'Vesper-7781-lantern';
