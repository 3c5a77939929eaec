import { defineEnum } from '../../../kit/define-enum.ts'

/** How a terminal is connected (-1,0,1,2; 3 is ours for the 6 GHz band). */
export const terminalLink = defineEnum({
  all: { id: -1, zh: '全部', en: 'All' },
  wired: { id: 0, zh: '有线', en: 'Wired' },
  band2: { id: 1, zh: '2.4G', en: '2.4 GHz' },
  band5: { id: 2, zh: '5G', en: '5 GHz' },
  band6: { id: 3, zh: '6G', en: '6 GHz' },
})

/**
 * How a terminal was let in (auth type 0..5). The meanings are ours; no device reports them yet.
 *
 * @public for whoever reads the contract; `npm run check` takes it for used.
 */
export const authType = defineEnum({
  none: { id: 0, zh: '免认证', en: 'None' },
  pppoe: { id: 1, zh: 'PPPoE 认证', en: 'PPPoE' },
  portal: { id: 2, zh: '网页认证', en: 'Captive portal' },
  dot1x: { id: 3, zh: '802.1X 认证', en: '802.1X' },
  mac: { id: 4, zh: 'MAC 认证', en: 'MAC address' },
  voucher: { id: 5, zh: '上网凭证', en: 'Voucher' },
})
