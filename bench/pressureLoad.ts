/**
 * Loads the server up to the users' limits from a separate process: real users have other machines, so their own cost
 * (writing workbooks, reading long lists) is neither measured nor competes with the server.
 */
import { logIn } from '../test/support/api.ts';
import { runRepeatedly } from './load.ts';
import { password } from './support/product.ts';
import { exporting, importing, listing, loggingIn, uploading } from './userActions.ts';

const address = process.argv[2] ?? '';
const caller = await logIn(address, 'admin', password);
const load = runRepeatedly({
  export: { action: exporting(caller, { status: ['done'], level: [1] }), callers: 2 },
  'small export': {
    action: exporting(caller, { status: ['done'], level: [1], family: ['sos'], keyword: '幢1' }),
    callers: 2,
  },
  import: { action: importing({ address }, caller, 500), callers: 2 },
  list: { action: listing(caller), callers: 24 },
  login: { action: loggingIn({ address }), callers: 8 },
  picture: { action: await uploading({ address }, caller), callers: 4 },
});
setInterval(() => process.send?.(load.done), 100);
process.once('disconnect', () => process.exit());
