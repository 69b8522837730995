import type { HttpHandlers } from '#server/http/app.ts';
import { chirpstackHttp } from './chirpstack.ts';
import { scaipHttp } from './scaip.ts';
import { thingsboardHttp } from './thingsboard.ts';

const http: HttpHandlers = (app) => {
  scaipHttp(app);
  chirpstackHttp(app);
  thingsboardHttp(app);
};
export default http;
