import { defineEnum } from '../../../kit/define-enum.ts'

/** Why a device was refused before its identification. */
export const doorReason = defineEnum({
  'no-certificate': { id: 1, zh: '没有出示证书', en: 'It presented no certificate', tone: 'warning' },
  'unknown-issuer': {
    id: 2,
    zh: '证书的签发 CA 不受信任',
    en: 'The issuer of its certificate is not trusted',
    tone: 'danger',
  },
  'partial-chain': {
    id: 3,
    zh: '未出示证书链，签发 CA 不受信任',
    en: 'It sent no chain, and its issuer is not trusted',
    tone: 'danger',
  },
  'self-signed': { id: 4, zh: '自签名证书', en: 'Its certificate is self-signed', tone: 'danger' },
  expired: { id: 5, zh: '证书已过期', en: 'Its certificate has expired', tone: 'danger' },
  'not-yet-valid': { id: 6, zh: '证书尚未生效', en: 'Its certificate is not valid yet', tone: 'danger' },
  'issuer-expired': { id: 7, zh: '签发 CA 的证书已过期', en: 'A CA above its certificate has expired', tone: 'danger' },
  'wrong-purpose': {
    id: 8,
    zh: '证书不能用于客户端认证',
    en: 'Its certificate is not for client authentication',
    tone: 'danger',
  },
  'bad-certificate': { id: 9, zh: '证书无效', en: 'Its certificate is invalid', tone: 'danger' },
  'no-serial': {
    id: 10,
    zh: '证书的 CN 不是序列号',
    en: 'The CN of its certificate is no serial number',
    tone: 'danger',
  },
  'distrusts-us': {
    id: 11,
    zh: '设备不信任平台的证书',
    en: 'The device does not trust our certificate',
    tone: 'danger',
  },
  left: {
    id: 12,
    zh: '设备连接后未发送任何消息即断开',
    en: 'It disconnected before it sent anything',
    tone: 'warning',
  },
  'plain-http': { id: 13, zh: '以 HTTP 明文访问', en: 'It used plain HTTP', tone: 'neutral' },
  'no-tls': { id: 14, zh: '不是 TLS 连接', en: 'It did not use TLS', tone: 'neutral' },
  'old-tls': { id: 15, zh: 'TLS 版本或加密套件过旧', en: 'Its TLS version or ciphers are too old', tone: 'warning' },
  interrupted: { id: 16, zh: '握手中断', en: 'The handshake was interrupted', tone: 'neutral' },
  'no-websocket': { id: 17, zh: '不是 WebSocket 请求', en: 'It made no WebSocket request', tone: 'neutral' },
  'no-connect': { id: 18, zh: '连接后没有表明身份', en: 'It sent no connect message', tone: 'warning' },
  'serial-mismatch': {
    id: 19,
    zh: '上报的序列号与证书不符',
    en: 'Its serial number is not that of its certificate',
    tone: 'danger',
  },
  'no-driver': { id: 20, zh: '不支持的设备类型', en: 'Its kind of device is not supported', tone: 'warning' },
  'other-key': {
    id: 21,
    zh: '密钥与设备绑定的不符',
    en: 'Its key is not the one the device is bound to',
    tone: 'danger',
  },
  revoked: { id: 22, zh: '密钥已被拒绝', en: 'Its key was rejected', tone: 'danger' },
  blocked: { id: 23, zh: '设备已被拉黑', en: 'The device is blocked', tone: 'neutral' },
  duplicate: {
    id: 24,
    zh: '另一台设备正以同一证书在线',
    en: 'Another device is online with the same certificate',
    tone: 'danger',
  },
})

/** What a certificate of the files of `--device-ca` is good for. */
export const authorityState = defineEnum({
  root: { id: 'root', zh: '根 CA', en: 'Root CA', tone: 'success' },
  complete: { id: 'complete', zh: '证书链完整', en: 'Complete chain', tone: 'success' },
  partial: { id: 'partial', zh: '部分链，缺少根 CA', en: 'Partial chain, root missing', tone: 'warning' },
  expired: { id: 'expired', zh: '已过期', en: 'Expired', tone: 'danger' },
  early: { id: 'early', zh: '尚未生效', en: 'Not valid yet', tone: 'danger' },
  leaf: { id: 'leaf', zh: '不是 CA 证书', en: 'Not a CA', tone: 'danger' },
})
