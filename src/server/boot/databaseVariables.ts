/**
 * Splits a database URL into the environment variables of psql: as arguments, every account of the machine could read
 * the password.
 * @param url `postgresql://user:password@host:port/database?sslmode=…`
 */
export function databaseVariables(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslmode = searchParams.get('sslmode');
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslmode && { PGSSLMODE: sslmode }),
  };
}
