import { defineEnum } from '../../kit/define-enum.ts'

/** Who made a terminal (user company 0..7), by the first digits of its hardware address. */
export const terminalCompany = defineEnum({
  other: { id: 0, zh: '其他', en: 'Other' },
  apple: { id: 1, zh: '苹果', en: 'Apple' },
  huawei: { id: 2, zh: '华为/荣耀', en: 'Huawei / Honor' },
  xiaomi: { id: 3, zh: '小米', en: 'Xiaomi' },
  oppo: { id: 4, zh: 'OPPO/一加', en: 'OPPO / OnePlus' },
  vivo: { id: 5, zh: 'vivo', en: 'vivo' },
  samsung: { id: 6, zh: '三星', en: 'Samsung' },
  /** The address is one the terminal made up: it says nothing of who made it. */
  random: { id: 7, zh: '随机 MAC', en: 'Randomised address' },
})

/** What a terminal runs (user OS 0..4), from what it asks of DHCP and its host name. */
export const terminalOs = defineEnum({
  unknown: { id: 0, zh: '未知', en: 'Unknown' },
  windows: { id: 1, zh: 'Windows', en: 'Windows' },
  apple: { id: 2, zh: 'iOS/macOS', en: 'iOS / macOS' },
  android: { id: 3, zh: 'Android/鸿蒙', en: 'Android / HarmonyOS' },
  linux: { id: 4, zh: 'Linux/物联网', en: 'Linux / embedded' },
})

/** How long terminals were online within a period, all visits together. */
export const terminalDuration = defineEnum({
  minutes5: { id: 0, zh: '5 分钟内', en: 'Up to 5 minutes' },
  minutes30: { id: 1, zh: '5–30 分钟', en: '5 to 30 minutes' },
  hour1: { id: 2, zh: '30–60 分钟', en: '30 to 60 minutes' },
  hours2: { id: 3, zh: '1–2 小时', en: '1 to 2 hours' },
  hours4: { id: 4, zh: '2–4 小时', en: '2 to 4 hours' },
  hours8: { id: 5, zh: '4–8 小时', en: '4 to 8 hours' },
  day1: { id: 6, zh: '8–24 小时', en: '8 to 24 hours' },
  longer: { id: 7, zh: '24 小时以上', en: 'More than a day' },
})
