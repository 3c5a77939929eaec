import type { RadioFact } from '@belvedere/contract/rooms/device/facts.ts'
import type { IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { PatrolSceneView, ViewDevice } from '../view/scene-view.ts'

/** Devices that are online with a radio on the band. */
export const radiosOn = ({ devices }: PatrolSceneView, band: RadioFact['band']): ViewDevice[] =>
  devices.filter(({ online, facts }) => online && facts.radios?.some((one) => one.band === band))

export type WirelessNetwork = Pick<IntentFields<'wireless'>, 'security' | 'cipher' | 'isolate'> & {
  key: string
  ssid: string
}

/** The wireless networks of a device, as far as its running configuration is known. */
export const networksOf = ({ runs }: Pick<ViewDevice, 'runs'>): WirelessNetwork[] =>
  Object.entries(runs?.wireless ?? {})
    .filter(([, { enable }]) => enable !== 0)
    .map(([key, { ssid = key, security, cipher, isolate }]) => ({
      key,
      ssid,
      ...(security && { security }),
      ...(cipher && { cipher }),
      ...(isolate !== undefined && { isolate }),
    }))

export const withNetworks = ({ devices }: PatrolSceneView): ViewDevice[] =>
  devices.filter((one) => one.online && networksOf(one).length > 0)
