import { defineEnum } from '../../kit/define-enum.ts'

/** What an account is in its own team; a lower number may manage the higher ones. */
export const accountRole = defineEnum({
  owner: { id: 0, zh: '所有者', en: 'Owner', tone: 'primary' },
  administrator: { id: 1, zh: '管理员', en: 'Administrator', tone: 'primary' },
  operator: { id: 2, zh: '操作员', en: 'Operator', tone: 'success' },
  viewer: { id: 3, zh: '只读用户', en: 'Viewer', tone: 'neutral' },
})

export const theme = defineEnum({
  light: { id: 0, zh: '浅色', en: 'Light' },
  dark: { id: 1, zh: '深色', en: 'Dark' },
})

/** The languages as they travel. */
export const wireLang = defineEnum({
  zh: { id: 'cn', zh: '中文', en: 'Chinese' },
  en: { id: 'en', zh: '英文', en: 'English' },
})
