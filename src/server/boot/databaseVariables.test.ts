import { expect, test } from 'vitest';
import { databaseVariables } from './databaseVariables.ts';

test('psql gets the parts of an address decoded, and the port of PostgreSQL where none is named', () => {
  expect(databaseVariables('postgresql://anhao_app:p%40ss%2Fword@db.example.cn/an%20hao?sslmode=require')).toEqual({
    PGHOST: 'db.example.cn',
    PGPORT: '5432',
    PGUSER: 'anhao_app',
    PGPASSWORD: 'p@ss/word',
    PGDATABASE: 'an hao',
    PGSSLMODE: 'require',
  });
});
