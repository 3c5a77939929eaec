import { defineEnum } from '../../kit/define-enum.ts'

/** States of an incident; each is notified at most once. */
export const incidentState = defineEnum({
  opened: { id: 1, zh: '发生', en: 'Opened', tone: 'danger' },
  worsened: { id: 2, zh: '加重', en: 'Worsened', tone: 'danger' },
  recovered: { id: 3, zh: '恢复', en: 'Recovered', tone: 'success' },
})

/** Kind of a silence. */
export const silenceKind = defineEnum({
  silence: { id: 0, zh: '静默', en: 'Silence', tone: 'disabled' },
  maintenance: { id: 1, zh: '维护窗口', en: 'Maintenance', tone: 'primary' },
})
