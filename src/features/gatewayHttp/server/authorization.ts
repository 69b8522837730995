import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const proven = (what: string) =>
  scopeFree(`${what}; the secret of the gateway or device is the proof: gatewayHttp.test.ts`);
const sent = proven('takes messages in and tells nothing');
const own = proven('tells a device its own attributes and commands');

export default authorizationCases(
  {},
  {},
  {},
  {
    'POST /open/scaip/:sn': sent,
    'POST /open/chirpstack/:sn': sent,
    'POST /api/v1/:token/telemetry': sent,
    'POST /api/v1/:token/attributes': sent,
    'POST /api/v1/:token/rpc': own,
    'POST /api/v1/:token/rpc/:id': sent,
    'GET /api/v1/:token/attributes': own,
    'GET /api/v1/:token/rpc': own,
  },
);
