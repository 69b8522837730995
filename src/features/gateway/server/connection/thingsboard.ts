import { type Entrance, type Files, mqttOf, secretMark } from './entrance.ts';

/** Returns the configuration of ThingsBoard's IoT Gateway (protocols.md P7). */
export function thingsboardFiles(entrance: Entrance): Files {
  const { host, port, isSecure } = mqttOf(entrance);
  const settings = {
    thingsboard: {
      host,
      port,
      remoteShell: false,
      remoteConfiguration: false,
      checkingDeviceActivity: { checkDeviceInactivity: false },
      minPackSendDelayMS: 200,
      qos: 1,
      security: {
        type: isSecure ? 'tlsAccessToken' : 'accessToken',
        accessToken: secretMark,
        ...(isSecure && { caCert: '/etc/ssl/certs/ca-certificates.crt' }),
      },
    },
    storage: {
      type: 'file',
      data_folder_path: './data/',
      max_file_count: 10,
      max_read_records_count: 10,
      max_records_per_file: 10000,
    },
    grpc: { enabled: false },
    connectors: [],
  };
  return [
    {
      title: 'ThingsBoard IoT Gateway 配置（connectors 一节保持不变）',
      name: 'tb_gateway.json',
      text: `${JSON.stringify(settings, null, 2)}\n`,
    },
  ];
}
