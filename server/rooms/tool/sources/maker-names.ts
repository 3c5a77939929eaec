import type { Words } from '@belvedere/contract/kit/text.ts'

/** Names people know makers by; the registered company is often another one. Those without a Chinese name have one word. */
const makers: readonly (readonly [RegExp, Words])[] = [
  [/^huawei/i, { zh: '华为', en: 'Huawei' }],
  [/^honor device/i, { zh: '荣耀', en: 'Honor' }],
  [/xiaomi|beijing mi /i, { zh: '小米', en: 'Xiaomi' }],
  [/guangdong oppo|oppo mobile/i, { zh: 'OPPO', en: 'OPPO' }],
  [/vivo mobile/i, { zh: 'vivo', en: 'vivo' }],
  [/oneplus/i, { zh: '一加', en: 'OnePlus' }],
  [/^zte|zhongxing/i, { zh: '中兴', en: 'ZTE' }],
  [/new h3c|hangzhou h3c/i, { zh: '新华三', en: 'H3C' }],
  [/ruijie/i, { zh: '锐捷', en: 'Ruijie' }],
  [/tp-link/i, { zh: '普联（TP-LINK）', en: 'TP-Link' }],
  [/mercury (communication|corp)|mercusys/i, { zh: '水星', en: 'Mercusys' }],
  [/shenzhen fast/i, { zh: '迅捷', en: 'FAST' }],
  [/tenda/i, { zh: '腾达', en: 'Tenda' }],
  [/fiberhome/i, { zh: '烽火', en: 'FiberHome' }],
  [/maipu/i, { zh: '迈普', en: 'Maipu' }],
  [/hikvision/i, { zh: '海康威视', en: 'Hikvision' }],
  [/dahua/i, { zh: '大华', en: 'Dahua' }],
  [/uniview/i, { zh: '宇视', en: 'Uniview' }],
  [/lenovo/i, { zh: '联想', en: 'Lenovo' }],
  [/inspur|ieit systems/i, { zh: '浪潮', en: 'Inspur' }],
  [/haier/i, { zh: '海尔', en: 'Haier' }],
  [/midea/i, { zh: '美的', en: 'Midea' }],
  [/gree electric/i, { zh: '格力', en: 'Gree' }],
  [/hisense/i, { zh: '海信', en: 'Hisense' }],
  [/^tcl /i, { zh: 'TCL', en: 'TCL' }],
  [/skyworth/i, { zh: '创维', en: 'Skyworth' }],
  [/tuya/i, { zh: '涂鸦', en: 'Tuya' }],
  [/espressif/i, { zh: '乐鑫', en: 'Espressif' }],
  [/^realtek/i, { zh: '瑞昱', en: 'Realtek' }],
  [/mediatek/i, { zh: '联发科', en: 'MediaTek' }],
  [/asustek/i, { zh: '华硕', en: 'ASUS' }],
  [/giga-?byte/i, { zh: '技嘉', en: 'Gigabyte' }],
  [/micro-star/i, { zh: '微星', en: 'MSI' }],
  [/hon hai|foxconn/i, { zh: '富士康', en: 'Foxconn' }],
  [/d-link/i, { zh: '友讯（D-Link）', en: 'D-Link' }],
  [/accton|edge-?core/i, { zh: '智邦（Edgecore）', en: 'Accton (Edgecore)' }],
  [/^apple/i, { zh: '苹果', en: 'Apple' }],
  [/^samsung/i, { zh: '三星', en: 'Samsung' }],
  [/^sony/i, { zh: '索尼', en: 'Sony' }],
  [/microsoft/i, { zh: '微软', en: 'Microsoft' }],
  [/^google|nest labs/i, { zh: '谷歌', en: 'Google' }],
  [/^amazon/i, { zh: '亚马逊', en: 'Amazon' }],
  [/^dell/i, { zh: '戴尔', en: 'Dell' }],
  [/hewlett|^hp inc/i, { zh: '惠普', en: 'HP' }],
  [/^intel corp/i, { zh: '英特尔', en: 'Intel' }],
  [/super micro/i, { zh: '超微', en: 'Supermicro' }],
  [/vmware/i, { zh: 'VMware', en: 'VMware' }],
  [/cisco/i, { zh: '思科', en: 'Cisco' }],
  [/aruba/i, { zh: 'Aruba', en: 'Aruba' }],
  [/ruckus/i, { zh: '优科', en: 'Ruckus' }],
  [/juniper/i, { zh: '瞻博', en: 'Juniper' }],
  [/fortinet/i, { zh: '飞塔', en: 'Fortinet' }],
  [/sangfor/i, { zh: '深信服', en: 'Sangfor' }],
  [/ubiquiti/i, { zh: 'Ubiquiti', en: 'Ubiquiti' }],
  [/routerboard|mikrotik/i, { zh: 'MikroTik', en: 'MikroTik' }],
  [/netgear/i, { zh: '网件', en: 'Netgear' }],
  [/^linksys|belkin/i, { zh: '领势（Linksys）', en: 'Linksys' }],
  [/synology/i, { zh: '群晖', en: 'Synology' }],
  [/qnap/i, { zh: '威联通', en: 'QNAP' }],
  [/raspberry/i, { zh: '树莓派', en: 'Raspberry Pi' }],
  [/gl technologies|gl\.inet/i, { zh: 'GL.iNet', en: 'GL.iNet' }],
  [/brother ind/i, { zh: '兄弟', en: 'Brother' }],
  [/^canon/i, { zh: '佳能', en: 'Canon' }],
  [/seiko epson/i, { zh: '爱普生', en: 'Epson' }],
  [/^ricoh/i, { zh: '理光', en: 'Ricoh' }],
  [/^siemens/i, { zh: '西门子', en: 'Siemens' }],
  [/^philips|signify/i, { zh: '飞利浦', en: 'Philips' }],
  [/^nokia/i, { zh: '诺基亚', en: 'Nokia' }],
  [/^ericsson/i, { zh: '爱立信', en: 'Ericsson' }],
]

/** The legal form at the end of a company's name. */
const form =
  /[\s,.]+(co|company|ltd|limited|inc|incorporated|corp|corporation|gmbh|ag|s\.?a|b\.?v|pte|pty|plc|llc|kg)\.?$/i

/** The name people know a registered company by: a Chinese or short one if it has one, else without its legal form. */
export function knownName(company: string): Words {
  const known = makers.find(([pattern]) => pattern.test(company))?.[1]
  if (known) return known
  let short = company.replace(/\(.*?\)/g, '').trim()
  for (let next = short.replace(form, ''); next !== short; next = short.replace(form, '')) short = next
  return { zh: short, en: short }
}
