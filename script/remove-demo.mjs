// npm run demo:remove: takes the demo people, devices and alarms out of the database; stop the server first.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/boot/removeDemo.ts');
