import { defineEnum } from '../../../kit/define-enum.ts'

/** Where the speed of a line is from. */
export const lineSpeedFrom = defineEnum({
  unknown: { id: 0, zh: '未知', en: 'Unknown' },
  entered: { id: 1, zh: '合同速率', en: 'Entered' },
  measured: { id: 2, zh: '实测', en: 'Measured' },
})
