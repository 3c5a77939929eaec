import { isShellText } from '@belvedere/pure/text/shell-text.ts'
import { defineIntentKind, single } from '../../kit/intent/define-intent-kind.ts'
import { flag, secret, text } from '../../kit/intent/fields.ts'
import { intentErrors } from '../../rooms/intent/errors.ts'

const words = { zh: '系统', en: 'System' }

export const kind = defineIntentKind({
  words,
  order: 10,
  key: single(words),
  fields: {
    name: text(
      { zh: '设备名称', en: 'Name' },
      { hint: { zh: '写入设备，与列表中的名称无关', en: 'Written into the device; lists keep their own' } },
    ),
    timezone: text(
      { zh: '时区', en: 'Time zone' },
      { max: 64, hint: { zh: '例如 Asia/Shanghai', en: 'Such as Asia/Shanghai' } },
    ),
    leds: flag({ zh: '指示灯', en: 'Lights' }),
    // the device's own programs insert it into a command unescaped
    password: secret({ zh: '设备登录密码', en: 'Password of the device' }, 8, 32, {
      form: { is: { test: isShellText }, says: intentErrors.unsafePassword },
    }),
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    system: typeof kind.fields
  }
}
