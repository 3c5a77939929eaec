import { defineEnum } from '../../../kit/define-enum.ts'

/** What a third-party device is. */
export const thirdKind = defineEnum({
  camera: { id: 'camera', zh: '摄像机', en: 'Camera' },
  recorder: { id: 'recorder', zh: '录像机（NVR）', en: 'Video recorder' },
  server: { id: 'server', zh: '服务器', en: 'Server' },
  storage: { id: 'storage', zh: '网络存储（NAS）', en: 'Storage' },
  printer: { id: 'printer', zh: '打印机', en: 'Printer' },
  ups: { id: 'ups', zh: 'UPS 电源', en: 'UPS' },
  olt: { id: 'olt', zh: 'OLT', en: 'OLT' },
  router: { id: 'router', zh: '第三方路由器', en: 'Third-party router' },
  switch: { id: 'switch', zh: '第三方交换机', en: 'Third-party switch' },
  ap: { id: 'ap', zh: '第三方无线 AP', en: 'Third-party access point' },
  phone: { id: 'phone', zh: 'IP 电话', en: 'Telephone' },
  access: { id: 'access', zh: '门禁', en: 'Access control' },
  till: { id: 'till', zh: '收银机', en: 'Till' },
  website: { id: 'website', zh: '网站或服务', en: 'Web site or service' },
  other: { id: 'other', zh: '其他', en: 'Other' },
})

/** How a device that does not dial is watched. */
export const monitorType = defineEnum({
  ping: { id: 'ping', zh: 'Ping', en: 'Ping' },
  tcp: { id: 'tcp', zh: 'TCP 端口', en: 'TCP port' },
  http: { id: 'http', zh: 'HTTP(S)', en: 'HTTP(S)' },
  snmp: { id: 'snmp', zh: 'SNMP', en: 'SNMP' },
  none: { id: 'none', zh: '不监测', en: 'Not watched' },
})

/** Why a watched device did not answer as it should; '' when it did. */
export const pollFault = defineEnum({
  none: { id: '', zh: '正常', en: 'Fine' },
  timeout: { id: 'timeout', zh: '超时未响应', en: 'No answer in time' },
  refused: { id: 'refused', zh: '端口拒绝连接', en: 'The port refuses connections' },
  unreachable: { id: 'unreachable', zh: '网络不可达', en: 'Not reachable' },
  status: { id: 'status', zh: '状态码不符', en: 'The wrong status' },
  text: { id: 'text', zh: '页面没有指定的文字', en: 'The text is not on the page' },
  tls: { id: 'tls', zh: 'TLS 握手失败', en: 'TLS failed' },
  credentials: { id: 'credentials', zh: '用户名或密钥不正确', en: 'Wrong user or key' },
  protocol: { id: 'protocol', zh: '应答不符合协议', en: 'It does not speak this protocol' },
  unavailable: {
    id: 'unavailable',
    zh: '服务器无法执行此类监测',
    en: 'The server cannot monitor by this method',
  },
  notAllowed: { id: 'not-allowed', zh: '平台不允许监测该地址', en: 'The server may not watch this address' },
})
