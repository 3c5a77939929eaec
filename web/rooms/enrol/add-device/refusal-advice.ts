import { doorReason } from '@belvedere/contract/rooms/enrol/door/enums.ts'
import type { Words } from '../../../kit/words/words.ts'

const trustIt: Words = {
  zh: '让平台信任它的厂商：把下方“签发者”的 CA 证书（签发 CA、根 CA 或两者）保存为 PEM 文件，用 --device-ca 启动平台（“OpenWiFi / OpenLAN”页方式 1）。',
  en: 'Trust the manufacturer: save the CA certificate of the issuer below (issuing CA, root CA or both) as a PEM file and start the server with --device-ca (method 1 under OpenWiFi / OpenLAN).',
}
const trustUs: Words = {
  zh: '让设备信任平台：使用该厂商 PKI 签发的网关证书（方式 1），或把平台的 ca.pem 追加到设备的 /etc/ucentral/operational.ca（方式 2）。',
  en: 'Establish trust: use a gateway certificate from the manufacturer’s PKI (method 1), or append the platform’s ca.pem to /etc/ucentral/operational.ca on the device (method 2).',
}
const renewIt: Words = {
  zh: '检查设备的时间（NTP），并在设备上更新证书：/usr/bin/est_client reenroll。',
  en: 'Check the clock of the device (NTP), and renew its certificate on the device: /usr/bin/est_client reenroll.',
}
const notADevice: Words = {
  zh: '多为端口扫描或误连的程序，无需处理；若是自己的设备，请检查它所连的端口和协议。',
  en: 'Usually a port scan, or a program at the wrong port: no action needed. If it is your device, check the port and protocol it uses.',
}
const newCertificate: Words = {
  zh: '请为设备换发证书：CN 为 12 位十六进制序列号，用途含客户端认证（clientAuth），密钥不少于 RSA 2048 位或 EC 256 位。',
  en: 'Give the device another certificate: its CN is the serial number of 12 hexadecimal digits, it allows client authentication (clientAuth), its key has at least 2048 bits (RSA) or 256 (EC).',
}

const { id } = doorReason

/** Suggested solution for a refusal. */
const advice: Readonly<Record<number, Words>> = {
  [id['no-certificate']]: {
    zh: '设备没有客户端证书。检查设备上 /etc/ucentral/operational.pem 与 key.pem 是否存在；出厂设备先运行 /usr/bin/est_client enroll。',
    en: 'The device has no client certificate. See whether /etc/ucentral/operational.pem and key.pem are there; a new device runs /usr/bin/est_client enroll first.',
  },
  [id['unknown-issuer']]: trustIt,
  [id['partial-chain']]: {
    zh: '设备只出示了自己的证书。即使已信任厂商的根 CA，也请把下方“签发者”的签发 CA 证书一并加入 --device-ca。',
    en: 'The device sent only its own certificate. Add the certificate of the issuing CA below to --device-ca, even if the root CA of the manufacturer is already trusted.',
  },
  [id['self-signed']]: {
    zh: '平台不接受自签名证书。请让设备注册到它的厂商 PKI（EST），或为它签发证书。',
    en: 'Self-signed certificates are not accepted. Enrol the device with the PKI of its manufacturer (EST), or issue a certificate for it.',
  },
  [id.expired]: renewIt,
  [id['not-yet-valid']]: {
    zh: '检查平台服务器的时间；证书刚签发且时钟有偏差时，稍后会自行恢复。',
    en: 'Check the clock of this server. If the certificate was issued just now, the device is accepted automatically a little later.',
  },
  [id['issuer-expired']]: {
    zh: '设备证书之上的 CA 已过期。请向厂商获取新的 CA 证书加入 --device-ca，并更新设备证书（est_client reenroll）。',
    en: 'A CA that issued its certificate has expired. Get the new CA certificate from the manufacturer for --device-ca, and renew the certificate of the device (est_client reenroll).',
  },
  [id['wrong-purpose']]: newCertificate,
  [id['bad-certificate']]: newCertificate,
  [id['no-serial']]: newCertificate,
  [id['distrusts-us']]: trustUs,
  [id.left]: {
    zh: '设备信任平台的证书，但连接后未发送消息。多为名称不符：设备所连的名称（见“详情”）须在平台证书中，用 --device-names 添加，或更改 DHCP 选项 224 / gateway.json。',
    en: 'It completed the handshake and disconnected. Usually a name does not match: the name the device connects to (see details) must be in our certificate. Add it with --device-names, or change DHCP option 224 or gateway.json.',
  },
  [id['plain-http']]: notADevice,
  [id['no-tls']]: notADevice,
  [id['old-tls']]: {
    zh: '需要 TLS 1.2 或更高版本及认证加密套件。请升级设备固件。',
    en: 'TLS 1.2 or newer with authenticated encryption is needed. Upgrade the firmware of the device.',
  },
  [id.interrupted]: {
    zh: '若是自己的设备，多为不信任平台的证书（方式 1 或 2），或中间有防火墙截断连接；否则为端口扫描。',
    en: 'If it is your device, it usually does not trust the platform’s certificate (method 1 or 2), or a firewall interrupts the connection. Otherwise it is a port scan.',
  },
  [id['no-websocket']]: notADevice,
  [id['no-connect']]: {
    zh: '设备程序连接后没有发送 connect 消息。请重启设备的客户端：/etc/init.d/ucentral restart。',
    en: 'Its program sent no connect message. Restart the client on the device: /etc/init.d/ucentral restart.',
  },
  [id['serial-mismatch']]: {
    zh: '设备的序列号设置与证书不符：uci get ucentral.config.serial 应与证书的 CN 相同。',
    en: 'The serial number in its settings is not that of its certificate: uci get ucentral.config.serial must print the CN.',
  },
  [id['no-driver']]: {
    zh: '平台没有适用于该设备的驱动。',
    en: 'There is no driver for this kind of device.',
  },
  [id['other-key']]: {
    zh: '该序列号的设备已绑定另一把密钥。由其所属团队在设备页顶部的“设备密钥变更”中确认。',
    en: 'The device of this serial number is bound to another key. Its team decides under Other keys for devices, above the list of devices.',
  },
  [id.revoked]: {
    zh: '该密钥已被设备所属团队拒绝。如需恢复，请在设备上生成新密钥并重新注册。',
    en: 'The team of the device has rejected this key. To reconnect, the device needs a new key and certificate.',
  },
  [id.blocked]: {
    zh: '该序列号已被平台管理员拉黑。请先由平台管理员解除。',
    en: 'An administrator has blocked this serial number and can lift that.',
  },
  [id.duplicate]: {
    zh: '两台设备使用同一证书和密钥。请为其中一台重新注册证书。',
    en: 'Two devices use the same certificate and key. Enrol one of them for a separate certificate.',
  },
}

export const adviceFor = (reason: number): Words | undefined => advice[reason]
