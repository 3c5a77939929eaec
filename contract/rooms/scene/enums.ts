import { defineEnum } from '../../kit/define-enum.ts'

/** What the caller may do in a scene. */
export const sceneMode = defineEnum({
  own: { id: 0, zh: '自有', en: 'Own' },
  shared: { id: 1, zh: '共享（可管理）', en: 'Shared, can manage', tone: 'primary' },
  delegated: { id: 2, zh: '代运维', en: 'Delegated', tone: 'warning' },
  readOnly: { id: 3, zh: '共享（只读）', en: 'Shared, read-only', tone: 'neutral' },
})

/** Colours of a scene group. */
export const groupColor = defineEnum({
  grey: { id: 0, zh: '灰', en: 'Grey' },
  blue: { id: 1, zh: '蓝', en: 'Blue' },
  green: { id: 2, zh: '绿', en: 'Green' },
  orange: { id: 3, zh: '橙', en: 'Orange' },
  red: { id: 4, zh: '红', en: 'Red' },
  purple: { id: 5, zh: '紫', en: 'Purple' },
  cyan: { id: 6, zh: '青', en: 'Cyan' },
  pink: { id: 7, zh: '粉', en: 'Pink' },
})
