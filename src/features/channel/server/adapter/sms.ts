import { strict } from '#shared/endpoint.ts';
import { anAdapter } from '../adapter.ts';
import { askAcs3, askTc3, cloudFailure, fieldsOf, handedOver } from '../gateway/cloud.ts';
import { askFree } from '../gateway/free.ts';
import {
  internationalNumber,
  namedParameters,
  noNumber,
  orderedParameters,
  sharedSettings,
  text,
  valuesFor,
} from '../gateway/settings.ts';

const acs3 = { host: 'dysmsapi.aliyuncs.com', action: 'SendSms', version: '2017-05-25' };
const tc3 = { host: 'sms.tencentcloudapi.com', service: 'sms', action: 'SendSms', version: '2021-01-11' };

/**
 * SMS through an HTTP gateway: the two large clouds, which send approved templates, or a request written in the
 * settings.
 */
export const adapter = anAdapter({
  kind: 'sms',
  config: strict({
    ...sharedSettings,
    signName: text({ acs3: 'must', tc3: 'must' }, '短信签名', '云平台审核过的签名，不带【】', 50),
  }),
  secrets: ['keySecret'],
  async send(config, to, message, signal) {
    if (!to.mobile) return noNumber;
    const { address, templateCode, signName, parameters } = config;
    const keys = { id: config.keyId ?? '', secret: config.keySecret ?? '' };
    const values = valuesFor(config, to, message);
    if (config.speaks === 'free') return askFree(config, values, signal);
    if (config.speaks === 'acs3') {
      const result = await askAcs3(
        keys,
        { ...acs3, address },
        {
          PhoneNumbers: to.mobile,
          SignName: signName,
          TemplateCode: templateCode,
          TemplateParam: namedParameters(parameters, values, message.text),
          OutId: message.key,
        },
        signal,
      );
      return 'failure' in result ? result.failure : handedOver(result.answer.BizId);
    }
    const result = await askTc3(
      keys,
      { ...tc3, address, region: config.region || 'ap-guangzhou' },
      {
        PhoneNumberSet: [internationalNumber(to.mobile)],
        SmsSdkAppId: config.appId,
        SignName: signName,
        TemplateId: templateCode,
        TemplateParamSet: orderedParameters(parameters, values, message.text),
        SessionContext: message.key,
      },
      signal,
    );
    if ('failure' in result) return result.failure;
    const [status] = Array.isArray(result.answer.SendStatusSet) ? result.answer.SendStatusSet : [];
    const { Code, Message, SerialNo } = fieldsOf(status);
    return Code === 'Ok'
      ? handedOver(SerialNo)
      : cloudFailure(String(Code ?? '没有结果'), String(Message ?? ''), result);
  },
});
