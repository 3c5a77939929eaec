import { defineEnum } from '../../kit/define-enum.ts'

/** How a terminal is connected (-1,0,1,2; 3 is ours for the 6 GHz band). */
export const terminalLink = defineEnum({
  all: { id: -1, zh: '全部', en: 'All' },
  wired: { id: 0, zh: '有线', en: 'Wired' },
  band2: { id: 1, zh: '2.4G', en: '2.4 GHz' },
  band5: { id: 2, zh: '5G', en: '5 GHz' },
  band6: { id: 3, zh: '6G', en: '6 GHz' },
})
