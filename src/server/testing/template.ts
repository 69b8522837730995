/** The migrated and seeded database that every test database is a copy of. */
export const TEMPLATE = 'anhao_template';

/** A database that is migrated only: the product that opens it has its first start. */
export const BARE_TEMPLATE = 'anhao_bare';

/** What `admin` of the template logs in with. */
export const adminPassword = 'Vesper-7781-lantern';
