import { channelApi } from '#features/channel/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getChannelList, getChannelOption } from './list.ts';
import { editTemplate, getTemplateList } from './templates.ts';
import { testChannel } from './testChannel.ts';
import { addChannel, deleteChannel, editChannel, updateChannelStatus } from './write.ts';

export default handlers(channelApi, {
  getChannelList,
  getChannelOption,
  addChannel,
  editChannel,
  updateChannelStatus,
  testChannel,
  deleteChannel,
  getTemplateList,
  editTemplate,
});
