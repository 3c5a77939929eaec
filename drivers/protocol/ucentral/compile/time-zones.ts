/**
 * Time zones in POSIX notation, which routers use. Zones without daylight saving time have one permanent rule; of the others,
 * only those whose rules have been stable for decades are listed.
 */
const fixed: Readonly<Record<string, string>> = {
  UTC: 'UTC0',
  'Etc/UTC': 'UTC0',
  'Asia/Shanghai': 'CST-8',
  'Asia/Chongqing': 'CST-8',
  'Asia/Urumqi': '<+06>-6',
  'Asia/Hong_Kong': 'HKT-8',
  'Asia/Macau': 'CST-8',
  'Asia/Taipei': 'CST-8',
  'Asia/Singapore': '<+08>-8',
  'Asia/Kuala_Lumpur': '<+08>-8',
  'Asia/Manila': 'PST-8',
  'Asia/Tokyo': 'JST-9',
  'Asia/Seoul': 'KST-9',
  'Asia/Bangkok': '<+07>-7',
  'Asia/Ho_Chi_Minh': '<+07>-7',
  'Asia/Jakarta': 'WIB-7',
  'Asia/Yangon': '<+0630>-6:30',
  'Asia/Dhaka': '<+06>-6',
  'Asia/Kathmandu': '<+0545>-5:45',
  'Asia/Kolkata': 'IST-5:30',
  'Asia/Karachi': 'PKT-5',
  'Asia/Tashkent': '<+05>-5',
  'Asia/Almaty': '<+05>-5',
  'Asia/Dubai': '<+04>-4',
  'Asia/Riyadh': '<+03>-3',
  'Europe/Moscow': 'MSK-3',
  'Europe/Istanbul': '<+03>-3',
  'Africa/Johannesburg': 'SAST-2',
  'Africa/Lagos': 'WAT-1',
  'Africa/Nairobi': 'EAT-3',
  'America/Sao_Paulo': '<-03>3',
  'America/Argentina/Buenos_Aires': '<-03>3',
  'America/Bogota': '<-05>5',
  'America/Mexico_City': 'CST6',
  'America/Phoenix': 'MST7',
  'Pacific/Honolulu': 'HST10',
  'Australia/Brisbane': 'AEST-10',
}

const europe = 'M3.5.0,M10.5.0/3'
const america = 'M3.2.0,M11.1.0'

const summer: Readonly<Record<string, string>> = {
  'Europe/London': `GMT0BST,M3.5.0/1,M10.5.0`,
  'Europe/Lisbon': `WET0WEST,M3.5.0/1,M10.5.0`,
  'Europe/Berlin': `CET-1CEST,${europe}`,
  'Europe/Paris': `CET-1CEST,${europe}`,
  'Europe/Madrid': `CET-1CEST,${europe}`,
  'Europe/Rome': `CET-1CEST,${europe}`,
  'Europe/Amsterdam': `CET-1CEST,${europe}`,
  'Europe/Vienna': `CET-1CEST,${europe}`,
  'Europe/Zurich': `CET-1CEST,${europe}`,
  'Europe/Warsaw': `CET-1CEST,${europe}`,
  'Europe/Stockholm': `CET-1CEST,${europe}`,
  'Europe/Athens': 'EET-2EEST,M3.5.0/3,M10.5.0/4',
  'Europe/Helsinki': 'EET-2EEST,M3.5.0/3,M10.5.0/4',
  'Europe/Kyiv': 'EET-2EEST,M3.5.0/3,M10.5.0/4',
  'America/New_York': `EST5EDT,${america}`,
  'America/Toronto': `EST5EDT,${america}`,
  'America/Chicago': `CST6CDT,${america}`,
  'America/Denver': `MST7MDT,${america}`,
  'America/Los_Angeles': `PST8PDT,${america}`,
  'America/Vancouver': `PST8PDT,${america}`,
  'Australia/Sydney': 'AEST-10AEDT,M10.1.0,M4.1.0/3',
  'Australia/Melbourne': 'AEST-10AEDT,M10.1.0,M4.1.0/3',
  'Pacific/Auckland': 'NZST-12NZDT,M9.5.0,M4.1.0/3',
}

const posix = /^([A-Za-z]{3,6}|<[+-]?\w{2,6}>)[+-]?\d/

/** The POSIX notation for the name of a zone, or the text itself when it has that notation already; undefined: neither. */
export function posixZoneOf(zone: string): string | undefined {
  return fixed[zone] ?? summer[zone] ?? (posix.test(zone) ? zone : undefined)
}
