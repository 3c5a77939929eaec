import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { isShellText } from '@belvedere/pure/text/shell-text.ts'
import type { Draft } from '../../../kit/compile/draft.ts'
import { posixZoneOf } from './time-zones.ts'
import { intentsOf } from './intents.ts'

/** The system settings of a family. */
export interface SystemCan {
  /** Time zones as `Asia/Shanghai`; else in POSIX notation. */
  zoneNames: boolean
  leds: boolean
  /** It supports neither host name nor time zone. */
  names?: false
  password: boolean
}

const hostName = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

export function compileSystem(draft: Draft, effective: Effective, can: SystemCan): void {
  for (const [, { name, timezone, leds, password }] of intentsOf(effective, 'system')) {
    if (name !== undefined) {
      if (can.names !== false) setName(draft, name)
      else draft.aside('system//name', { zh: '该设备不接受主机名', en: 'This device does not support a host name' })
    }
    if (timezone !== undefined) {
      if (can.names !== false) setZone(draft, timezone, can)
      else draft.aside('system//timezone', { zh: '该设备不接受时区', en: 'This device does not support a time zone' })
    }
    if (leds !== undefined) {
      if (can.leds) draft.set(unit(draft), 'leds-active', leds === 1, 'system//leds')
      else draft.aside('system//leds', { zh: '该设备没有可控制的指示灯', en: 'This device has no lights to switch' })
    }
    if (password !== undefined) {
      if (can.password) setPassword(draft, password)
      else
        draft.aside('system//password', {
          zh: '主机的登录密码不由平台管理',
          en: 'The password of the host is not managed here',
        })
    }
  }
}

const unit = (draft: Draft) => draft.object(draft.root, 'unit')

function setName(draft: Draft, name: string): void {
  draft.set(unit(draft), 'name', name, 'system//name')
  if (hostName.test(name)) return draft.set(unit(draft), 'hostname', name, 'system//name')
  draft.refuse(
    'system//name',
    {
      zh: '主机名只能由字母、数字和连字符组成，主机名保持不变',
      en: 'A host name has letters, digits and hyphens only; the host name stays as it is',
    },
    name,
  )
}

function setZone(draft: Draft, timezone: string, { zoneNames }: SystemCan): void {
  const zone = zoneNames ? timezone : posixZoneOf(timezone)
  if (zone !== undefined) return draft.set(unit(draft), 'timezone', zone, 'system//timezone')
  draft.refuse('system//timezone', {
    zh: '设备不认识时区“' + timezone + '”',
    en: `The device does not know the time zone “${timezone}”`,
  })
}

function setPassword(draft: Draft, password: string): void {
  // the device's own programs put it into a command without quotes
  if (!isShellText(password))
    return draft.refuse('system//password', {
      zh: '设备登录密码只能使用字母、数字和 . _ @ % + : , = / -，且不能以 - 开头',
      en: 'The password of a device can have letters, digits and . _ @ % + : , = / - only, and cannot begin with -',
    })
  const owner = unit(draft)
  draft.set(owner, 'system-password', password, 'system//password')
  if (owner['random-password'] === true) draft.set(owner, 'random-password', false, 'system//password')
}
