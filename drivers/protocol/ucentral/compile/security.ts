import type { IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Draft, isObject, type Json } from '../../../kit/compile/draft.ts'
import type { Hardware } from './hardware.ts'
import { isHost } from './hosts.ts'

type Wireless = IntentFields<'wireless'>
export type SecurityId = NonNullable<Wireless['security']>

/** The specification's security modes in the terms of uCentral. */
const protocols: Readonly<Record<SecurityId, string>> = {
  Disable: 'none',
  WPAPSK: 'psk',
  WPA2PSK: 'psk2',
  WPAPSKWPA2PSK: 'psk-mixed',
  WPA2PSKWPA3PSK: 'sae-mixed',
  WPA: 'wpa',
  WPA2: 'wpa2',
  WPA1WPA2: 'wpa-mixed',
}
const enterprise: readonly SecurityId[] = ['WPA', 'WPA2', 'WPA1WPA2']
/** 6 GHz requires protected management frames. */
const atSix: Readonly<Partial<Record<SecurityId, string>>> = { Disable: 'owe', WPA2PSKWPA3PSK: 'sae' }

export interface Security {
  id: SecurityId
  /** Fields of the intent that determine it. */
  by: string[]
  /** Set by an intent; else it is the present setting of the device. */
  wished: boolean
}

export const mayUseSix = ({ id }: Security): boolean => atSix[id] !== undefined

/** The security of a network, after unsupported settings are refused; undefined: it cannot be set up at all. */
export function securityOf(
  draft: Draft,
  key: string,
  desired: Wireless,
  was: Json | undefined,
  hardware: Hardware,
): Security | undefined {
  const place = `wireless/${key}`
  const there = was && isObject(was['encryption']) ? was['encryption'] : {}
  const security = chosen(place, desired, was && there)
  if (security.id === 'WPA2PSKWPA3PSK' && security.wished && hardware.old) {
    draft.refuse(
      `${place}/security`,
      {
        zh: '该设备的射频较旧（802.11n），不支持 WPA3',
        en: 'The radios of this device are too old (802.11n) for WPA3',
      },
      'WPA2PSK',
    )
    security.id = 'WPA2PSK'
  }
  // the client has no setting for a cipher: it uses AES (CCMP) for each of its protocols
  if (desired.cipher === 'TKIPAES' && security.id !== 'Disable')
    draft.refuse(
      `${place}/cipher`,
      { zh: '该设备只使用 AES，不支持 TKIP', en: 'This device supports only AES, not TKIP' },
      'AES',
    )
  else if (desired.cipher === 'TKIPAES')
    draft.refuse(`${place}/cipher`, {
      zh: '该网络未加密，加密算法不会生效',
      en: 'The network is open: there is no cipher',
    })
  return isWhole(draft, place, desired, was ?? {}, there, security.id) ? security : undefined
}

function chosen(place: string, { security, password }: Wireless, there: Json | undefined): Security {
  if (security !== undefined) return { id: security, by: [`${place}/security`], wished: true }
  if (there) return { id: named(there['proto']), by: [], wished: false }
  return {
    id: password === undefined ? 'Disable' : 'WPA2PSK',
    by: [password === undefined ? place : `${place}/password`],
    wished: true,
  }
}

function named(proto: unknown): SecurityId {
  if (proto === 'sae' || proto === 'sae-mixed') return 'WPA2PSKWPA3PSK'
  const found = Object.entries(protocols).find(([, one]) => one === proto)
  return (found?.[0] ?? 'Disable') as SecurityId
}

/** A network without its password or its server would admit no terminal, or all of them. */
function isWhole(draft: Draft, place: string, desired: Wireless, was: Json, there: Json, id: SecurityId): boolean {
  if (id === 'Disable') {
    if (desired.password !== undefined && desired.security === undefined)
      draft.refuse(`${place}/password`, {
        zh: '该网络未加密，密码不会生效',
        en: 'The network is open: the password has no effect',
      })
    return true
  }
  if (!enterprise.includes(id)) {
    if (desired.password !== undefined && !isPassphrase(desired.password)) {
      draft.refuse(`${place}/password`, {
        zh: '无线密码只能使用 8 到 63 个英文字母、数字和符号，该网络不会下发',
        en: 'A Wi-Fi password has 8 to 63 Latin letters, digits and signs: the network is left out',
      })
      return false
    }
    if (desired.password !== undefined || typeof there['key'] === 'string') return true
    draft.refuse(`${place}/password`, {
      zh: '没有填写密码，该网络不会下发',
      en: 'There is no password: the network is left out',
    })
    return false
  }
  const server =
    isObject(was['radius']) && isObject(was['radius']['authentication']) ? was['radius']['authentication'] : {}
  if (desired.radius_host !== undefined && !isHost(desired.radius_host)) {
    draft.refuse(`${place}/radius_host`, {
      zh: '认证服务器不是有效的域名或地址，该网络不会下发',
      en: 'The RADIUS server is neither a host name nor an address: the network is left out',
    })
    return false
  }
  if ((desired.radius_host ?? server['host']) && (desired.radius_secret ?? server['secret'])) return true
  draft.refuse(`${place}/radius_host`, {
    zh: '企业认证需要填写认证服务器和密钥，该网络不会下发',
    en: 'Enterprise security needs a server and its secret: the network is left out',
  })
  return false
}

/** The valid passphrases or keys of WPA. */
const isPassphrase = (text: string) => /^[\x20-\x7e]{8,63}$/.test(text)

/** Writes security into a network's entry. `six`: the entry is for 6 GHz alone. */
export function setSecurity(
  draft: Draft,
  entry: Json,
  key: string,
  desired: Wireless,
  security: Security,
  six: boolean,
): void {
  const place = `wireless/${key}`
  const proto = (six && atSix[security.id]) || protocols[security.id]
  const by = security.by.length > 0 ? security.by : [place]
  const encryption = draft.object(entry, 'encryption')
  if ((security.wished || six) && encryption['proto'] !== proto) changeProtocol(draft, encryption, proto, by)
  else if (security.wished) draft.set(encryption, 'proto', proto, ...by)
  if (desired.password !== undefined && /^(psk|sae)/.test(proto))
    draft.set(encryption, 'key', desired.password, `${place}/password`)
  if (enterprise.includes(security.id)) setServer(draft, entry, place, desired)
}

function changeProtocol(draft: Draft, encryption: Json, proto: string, by: string[]): void {
  draft.set(encryption, 'proto', proto, ...by)
  if (proto === 'sae-mixed') draft.set(encryption, 'ieee80211w', 'optional', ...by)
  else if (proto === 'sae' || proto === 'owe') draft.set(encryption, 'ieee80211w', 'required', ...by)
  else draft.drop(encryption, 'ieee80211w')
  if (!/^(psk|sae)/.test(proto)) draft.drop(encryption, 'key')
}

const LEAST_RADIUS_PORT = 1024
const USUAL_RADIUS_PORT = 1812

function setServer(
  draft: Draft,
  entry: Json,
  place: string,
  { radius_host, radius_port, radius_secret }: Wireless,
): void {
  if (radius_host === undefined && radius_port === undefined && radius_secret === undefined) return
  const server = draft.object(draft.object(entry, 'radius'), 'authentication')
  if (radius_host !== undefined) draft.set(server, 'host', radius_host, `${place}/radius_host`)
  if (radius_port !== undefined && radius_port < LEAST_RADIUS_PORT)
    draft.refuse(
      `${place}/radius_port`,
      {
        zh: `该设备的认证端口不能小于 ${LEAST_RADIUS_PORT}`,
        en: `This device takes RADIUS ports from ${LEAST_RADIUS_PORT} on`,
      },
      String(typeof server['port'] === 'number' ? server['port'] : USUAL_RADIUS_PORT),
    )
  else if (radius_port !== undefined) draft.set(server, 'port', radius_port, `${place}/radius_port`)
  if (server['port'] === undefined) draft.set(server, 'port', USUAL_RADIUS_PORT, `${place}/radius_host`)
  if (radius_secret !== undefined) draft.set(server, 'secret', radius_secret, `${place}/radius_secret`)
}
