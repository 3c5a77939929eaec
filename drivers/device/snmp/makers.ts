import { textOf } from '../../kit/coerce.ts'

/** Common vendors, by their number in the IANA list of private enterprises. */
const makers: Readonly<Record<number, string>> = {
  2: 'IBM',
  9: 'Cisco',
  11: 'HP',
  43: '3Com',
  171: 'D-Link',
  232: 'HPE',
  253: 'Xerox',
  318: 'APC',
  367: 'Ricoh',
  476: 'Vertiv',
  534: 'Eaton',
  641: 'Lexmark',
  674: 'Dell',
  789: 'NetApp',
  1347: 'Kyocera',
  1588: 'Brocade',
  1602: 'Canon',
  1916: 'Extreme',
  1991: 'Ruckus',
  2011: 'Huawei',
  2435: 'Brother',
  2636: 'Juniper',
  3808: 'CyberPower',
  3902: 'ZTE',
  4526: 'NETGEAR',
  4881: 'Ruijie',
  5624: 'Enterasys',
  6027: 'Dell',
  6574: 'Synology',
  6876: 'VMware',
  8072: 'Net-SNMP',
  8691: 'Moxa',
  8741: 'SonicWall',
  10002: 'Ubiquiti',
  11863: 'TP-Link',
  12356: 'Fortinet',
  14179: 'Cisco',
  14823: 'Aruba',
  14988: 'MikroTik',
  18334: 'Konica Minolta',
  24681: 'QNAP',
  25506: 'H3C',
  25461: 'Palo Alto',
  30065: 'Arista',
  39165: 'Hikvision',
  41112: 'Ubiquiti',
  47196: 'HPE Aruba',
  1004849: 'Dahua',
}

/** The vendor of a device, by its sysObjectID; '' when its number is unknown. */
export function makerOfObject(value: unknown): string {
  const number = /^1\.3\.6\.1\.4\.1\.(\d{1,9})(\.|$)/.exec(typeof value === 'string' ? value : '')?.[1]
  return number ? (makers[Number(number)] ?? '') : ''
}

/** The first words of a description, up to the list of firmware versions. */
export function modelOf(description: string): string {
  const uname = /^Linux (\S+) \S+ .* (\S+)$/s.exec(description)
  if (uname) return textOf(`Linux ${uname[2]}`, 64) ?? ''
  const first = description.split(/[\r\n]/)[0] ?? ''
  return textOf(first.split(/,|;| - |\bversion\b|\bVer\b/i)[0]?.trim() ?? '', 64) ?? ''
}

/** The first text in a description that has the form of a version. */
export function versionOf(description: string): string {
  const uname = /^Linux \S+ (\S+)/.exec(description)
  if (uname) return textOf(uname[1], 128) ?? ''
  const said = /(?:version|ver\.?|firmware|release|v)[\s:]*([0-9][\w.()\-+]*)/i.exec(description)
  return textOf(said?.[1]?.replace(/[.,]+$/, ''), 128) ?? ''
}
