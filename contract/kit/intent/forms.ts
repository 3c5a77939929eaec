import type { TextForm } from './fields.ts'

const address = String.raw`((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)`

export const ipv4Form: TextForm = {
  is: new RegExp(`^${address}$`),
  says: { zh: '请输入 IPv4 地址', en: 'Enter an IPv4 address' },
}
/** An address with its prefix length. */
export const subnetForm: TextForm = {
  is: new RegExp(`^${address}/([89]|[12]\\d|3[0-2])$`),
  says: {
    zh: '请输入地址和掩码长度，例如 192.168.1.1/24',
    en: 'Enter an address with its prefix, such as 192.168.1.1/24',
  },
}
export const macForm: TextForm = {
  is: /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/,
  says: { zh: '请输入 MAC 地址，例如 02:00:00:00:00:01', en: 'Enter a MAC address such as 02:00:00:00:00:01' },
}
/** Ports of a device; `LAN*` matches all with this prefix. */
export const portForm: TextForm = {
  is: /^[A-Za-z][A-Za-z0-9._-]{0,30}\*?$/,
  says: {
    zh: '端口名以字母开头，末尾可用 *，例如 LAN*',
    en: 'A port begins with a letter and may end in *, such as LAN*',
  },
}
