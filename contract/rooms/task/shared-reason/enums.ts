/** Why a change set as a whole returned; reasons of tasks and of change sets. */
export const setReasons = {
  unhealthy: {
    id: 'unhealthy',
    zh: '变更后设备或其下级设备离线',
    en: 'The device or a downstream device went offline after the change',
  },
  alarms: { id: 'alarms', zh: '变更后出现了新的告警', en: 'New alarms were raised after the change' },
  terminals: { id: 'terminals', zh: '终端数低于变更前的允许比例', en: 'Too few terminals reconnected' },
  share: { id: 'share', zh: '失败的设备过多', en: 'Too many devices failed' },
  conflict: { id: 'conflict', zh: '期间配置已被他人修改', en: 'Another user has changed the configuration' },
} as const

/** Why an image cannot come to a device by a way; reasons of tasks and of upgrades. */
export const transferObstacles = {
  public_not_set: {
    id: 'public_not_set',
    zh: '未设置 https 公共地址（--public-url）',
    en: 'no public https address is set (--public-url)',
  },
  public_unreachable: {
    id: 'public_unreachable',
    zh: '本服务器无法访问公共地址',
    en: 'the public address cannot be reached from this server',
  },
  public_untrusted: {
    id: 'public_untrusted',
    zh: '公共地址的证书不是公共 CA 签发',
    en: 'the certificate of the public address is not of a public authority',
  },
  public_foreign: {
    id: 'public_foreign',
    zh: '公共地址未转发 /transfer/ 路径到本系统',
    en: 'the public address does not forward /transfer/ to this installation',
  },
  plain_closed: { id: 'plain_closed', zh: 'HTTP 文件端口已关闭', en: 'the file port without TLS is closed' },
  unsigned: {
    id: 'unsigned',
    zh: '固件没有受信任公钥的签名，不经 HTTP 提供',
    en: 'the image is not signed by a trusted key, so it does not go over HTTP',
  },
  no_local: {
    id: 'no_local',
    zh: '该设备的固件下载时不支持使用自带证书',
    en: 'the firmware of the device cannot download with its own certificates',
  },
} as const
