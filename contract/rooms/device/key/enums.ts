import { defineEnum } from '../../../kit/define-enum.ts'

/** Who signed the certificate of a device. */
export const keyIssuer = defineEnum({
  none: { id: 0, zh: '尚无', en: 'None yet' },
  own: { id: 1, zh: '本平台签发', en: 'This installation' },
  simulated: { id: 2, zh: '模拟设备', en: 'Simulated devices' },
  maker: { id: 3, zh: '设备厂商', en: 'The manufacturer of the device' },
})
