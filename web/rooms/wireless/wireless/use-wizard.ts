import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { wirelessCalls } from '@belvedere/contract/rooms/wireless/wireless.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import type { ListedDevice } from '../../device/api.tsx'

type WirelessInput = In<typeof wirelessCalls.batch>
export type WirelessNetworkInput = NonNullable<WirelessInput['networks']>[number]
export type WirelessRadioInput = NonNullable<WirelessInput['radios']>[number]
export type RadioBand = WirelessRadioInput['band']
export type WirelessReview = AnswerOf<typeof wirelessCalls.batch>

/** The draft of a network: empty fields are not set. */
export interface NetworkForm {
  /** Key of the row on screen. */
  row: number
  remove: boolean
  key: string
  encoding: NonNullable<WirelessNetworkInput['encoding']>
  bands: readonly RadioBand[]
  security: NonNullable<WirelessNetworkInput['security']>
  cipher: NonNullable<WirelessNetworkInput['cipher']>
  password: string
  radius_host: string
  radius_port: string
  radius_secret: string
  hidden: boolean
  isolate: boolean
  vlan: string
  max_clients: string
  up_kbps: string
  down_kbps: string
}

/** `undefined`: unchanged on every device. */
export type RadioForm = Omit<WirelessRadioInput, 'band'>

export const emptyNetwork = (row: number): NetworkForm => ({
  row,
  remove: false,
  key: '',
  encoding: 'UTF-8',
  bands: ['2g', '5g'],
  security: 'WPA2PSK',
  cipher: 'AES',
  password: '',
  radius_host: '',
  radius_port: '',
  radius_secret: '',
  hidden: false,
  isolate: false,
  vlan: '',
  max_clients: '',
  up_kbps: '',
  down_kbps: '',
})

export const isEnterprise = (security: string) => ['WPA', 'WPA2', 'WPA1WPA2'].includes(security)
export const isKeyed = (security: string) => security.endsWith('PSK')

function networkOf(form: NetworkForm): WirelessNetworkInput {
  const key = form.key.trim()
  if (form.remove) return { key, remove: 1 }
  const { encoding, bands, security, cipher } = form
  const number = (typed: string) => (typed.trim() ? Number(typed) : undefined)
  const radius = {
    radius_host: form.radius_host.trim() || undefined,
    radius_port: number(form.radius_port),
    radius_secret: form.radius_secret || undefined,
  }
  return {
    key,
    ssid: key,
    encoding,
    bands: [...bands],
    security,
    enable: 1,
    ...(security === 'Disable' ? {} : { cipher }),
    ...(isKeyed(security) && form.password ? { password: form.password } : {}),
    ...(isEnterprise(security) ? radius : {}),
    hidden: form.hidden ? 1 : 0,
    isolate: form.isolate ? 1 : 0,
    vlan: number(form.vlan),
    max_clients: number(form.max_clients),
    up_kbps: number(form.up_kbps),
    down_kbps: number(form.down_kbps),
  }
}

export const steps = ['devices', 'networks', 'radios', 'review'] as const
export type WizardStep = (typeof steps)[number]

/** State of the wizard: access points, networks and radios, and the result for each access point. */
export function useWizard(devices: readonly ListedDevice[]) {
  const [step, setStep] = useState<WizardStep>('devices')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(devices.map(({ id }) => id)))
  const [whole, setWhole] = useState(false)
  const [networks, setNetworks] = useState<readonly NetworkForm[]>([])
  const [radios, setRadios] = useState<Partial<Record<RadioBand, RadioForm>>>({})
  const [review, setReview] = useState<WirelessReview>()
  const batch = useMutateCall(wirelessCalls.batch, { refresh: ['change'] })
  const scenes = useMemo(() => new Set(devices.map(({ scene_id }) => scene_id)), [devices])
  const scene_id = scenes.size === 1 ? devices[0]?.scene_id : undefined

  const input = useMemo(
    (): WirelessInput => ({
      ids: [...chosen],
      ...(whole && scene_id ? { scene_id } : {}),
      networks: networks.map(networkOf),
      radios: Object.entries(radios).map(([band, fields]) => ({ band: band as RadioBand, ...fields })),
    }),
    [chosen, whole, scene_id, networks, radios],
  )
  // a refusal is shown beside its field, so the wizard goes to that step
  const wrong = Object.keys(batch.fields)[0] ?? ''
  useEffect(() => {
    if (wrong.startsWith('networks')) setStep('networks')
    else if (wrong.startsWith('radios')) setStep('radios')
  }, [wrong])
  const isEmpty = networks.length === 0 && Object.keys(radios).length === 0
  const look = useCallback(async () => {
    const answer = await batch.run({ ...input, test: 1 })
    setReview(answer)
    if (answer) setStep('review')
    return answer !== undefined
  }, [batch, input])
  const keep = () => batch.run(input)
  return {
    step,
    setStep,
    devices,
    chosen,
    setChosen,
    whole,
    setWhole,
    scene_id,
    networks,
    setNetworks,
    radios,
    setRadios,
    review,
    isEmpty,
    look,
    keep,
    pending: batch.pending,
    fields: batch.fields,
  }
}

export type Wizard = ReturnType<typeof useWizard>
