import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

/** Requires a package from Fastify's own dependencies. */
const load = createRequire(createRequire(import.meta.url).resolve('fastify'));

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Validate = ((data: unknown) => unknown) & { errors?: unknown };
type Serialize = (data: unknown) => string;
/** Compiler of a route part: schema in, function out. */
type Compile<F> = (route: unknown) => F;
type Build<F> = (schemas: unknown, options: unknown) => Compile<F>;

function builder<F>(name: string): Build<F> {
  return (load(name) as () => Build<F>)();
}

/** Creates the compiler once, with the first route that needs it. */
function compileOnce<F>(name: string, schemas: unknown, options: unknown): Compile<F> {
  let compiled: Compile<F> | undefined;
  return (route) => {
    compiled ??= builder<F>(name)(schemas, options);
    return compiled(route);
  };
}

const buildValidator: Build<Validate> = (schemas, options) => {
  const compile = compileOnce<Validate>('@fastify/ajv-compiler', schemas, options);
  return (route) => {
    let compiled: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= compile(route);
      const fits = compiled(data);
      validate.errors = compiled.errors;
      return fits;
    };
    return validate;
  };
};

const buildSerializer: Build<Serialize> = (schemas, options) => {
  const compile = compileOnce<Serialize>('@fastify/fast-json-stringify-compiler', schemas, options);
  return (route) => {
    let compiled: Serialize | undefined;
    return (data) => {
      compiled ??= compile(route);
      return compiled(data);
    };
  };
};

/**
 * Fastify's own validators and serializers, compiled at the first request of each route: for all routes they take 0.4 s
 * of the start and 25 MB. `calls.test.ts` finds a schema that does not compile.
 */
export const lazyCompilers = { buildValidator, buildSerializer } as unknown as Factory;
