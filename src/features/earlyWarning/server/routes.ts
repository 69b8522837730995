import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getRuleFigures } from './rule/getRuleFigures.ts';
import { getRulePeople } from './rule/getRulePeople.ts';
import { rules } from './rule/rules.ts';
import { tryRule } from './trial/tryRule.ts';

export default handlers(earlyWarningApi, {
  getRuleList: rules.list,
  getRule: rules.get,
  addRule: rules.add,
  editRule: rules.edit,
  updateRuleStatus: rules.setStatus,
  deleteRule: rules.remove,
  getRulePeople,
  tryRule,
  getRuleFigures,
});
