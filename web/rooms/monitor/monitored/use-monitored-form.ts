import { monitorType } from '@belvedere/contract/rooms/device/third/enums.ts'
import { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { useCallback, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'

export type StoredMonitored = AnswerOf<typeof monitoredCalls.get>
type MonitorInput = In<typeof monitoredCalls.mod>
export type Monitor = MonitorInput['monitor']

/** The input: numbers as text, so that a field may be empty during editing. */
export interface MonitoredForm {
  name: string
  kind: MonitorInput['kind']
  ip: string
  mac: string
  logo_id: number
  type: Monitor['type']
  port: string
  interval: string
  misses: string
  timeout: string
  tls: boolean
  path: string
  status: string
  text: string
  version: NonNullable<Monitor['version']>
  user: string
  auth: NonNullable<Monitor['auth']>
  priv: NonNullable<Monitor['priv']>
  community: string
  auth_password: string
  priv_password: string
}

const empty: MonitoredForm = {
  name: '',
  kind: 'camera',
  ip: '',
  mac: '',
  logo_id: 0,
  type: 'ping',
  port: '',
  interval: '60',
  misses: '3',
  timeout: '2000',
  tls: false,
  path: '',
  status: '',
  text: '',
  version: 'v2c',
  user: '',
  auth: 'sha',
  priv: 'aes',
  community: '',
  auth_password: '',
  priv_password: '',
}

const numberText = (value: number | undefined) => (value ? String(value) : '')

function formOf({ name, kind, ip, mac, logo_id, monitor }: StoredMonitored): MonitoredForm {
  const { type, path = '', text = '', version = 'v2c', user = '', auth = 'none', priv = 'none' } = monitor
  return {
    ...empty,
    name,
    kind,
    ip,
    mac,
    logo_id: logo_id ?? 0,
    type,
    path,
    text,
    version,
    user,
    auth,
    priv,
    tls: monitor.tls === 1,
    port: numberText(monitor.port),
    status: numberText(monitor.status),
    interval: numberText(monitor.interval) || empty.interval,
    misses: numberText(monitor.misses) || empty.misses,
    timeout: numberText(monitor.timeout) || empty.timeout,
  }
}

/** Only fields of the selected method; secrets left empty are kept. */
export function monitorOf(form: MonitoredForm): Monitor {
  const { type, path, text, version, user, auth, priv, community, auth_password, priv_password } = form
  const number = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : undefined)
  const common = { type, interval: number(form.interval), misses: number(form.misses), timeout: number(form.timeout) }
  const port = number(form.port)
  if (type === 'tcp') return { ...common, port }
  if (type === 'http')
    return {
      ...common,
      port,
      tls: form.tls ? 1 : 0,
      path: path || undefined,
      status: number(form.status),
      text: text || undefined,
    }
  if (type !== monitorType.id.snmp) return common
  if (version === 'v2c') return { ...common, port, version, community: community || undefined }
  const secrets = { auth_password: auth_password || undefined, priv_password: priv_password || undefined }
  return { ...common, port, version, user: user.trim(), auth, priv, ...secrets }
}

export type MonitorTest = AnswerOf<typeof monitoredCalls.test>

/** The form of one third-party device: input, test, save. */
export function useMonitoredForm(
  scene_id: number | undefined,
  kept: StoredMonitored | undefined,
  first: Partial<MonitoredForm> = {},
) {
  const [form, setForm] = useState<MonitoredForm>(() => (kept ? formOf(kept) : { ...empty, ...first }))
  const [dirty, setDirty] = useState(false)
  const [tried, setTried] = useState<MonitorTest>()
  const mod = useMutateCall(monitoredCalls.mod, {
    done: kept ? { zh: '已保存', en: 'Saved' } : { zh: '设备已添加，正在监测', en: 'Added; monitoring has started' },
  })
  const test = useMutateCall(monitoredCalls.test)
  const set = useCallback((part: Partial<MonitoredForm>) => {
    setForm((was) => ({ ...was, ...part }))
    setDirty(true)
    setTried(undefined)
  }, [])
  const id = kept ? { id: kept.id } : {}
  const tryIt = async () => {
    setTried(undefined)
    setTried(await test.run({ ...id, ...(scene_id ? { scene_id } : {}), ip: form.ip.trim(), monitor: monitorOf(form) }))
  }
  const save = () => {
    const { name, kind, ip, mac, logo_id } = form
    const input = { name: name.trim(), kind, ip: ip.trim(), mac: mac.trim(), logo_id, monitor: monitorOf(form) }
    return mod.run(kept ? { ...id, ...input } : { scene_id, ...input })
  }
  const fields = { ...test.fields, ...mod.fields }
  return { form, set, dirty, tryIt, tried, trying: test.pending, save, saving: mod.pending, fields }
}

export type MonitoredState = ReturnType<typeof useMonitoredForm>
