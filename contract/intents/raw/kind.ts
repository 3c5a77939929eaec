import { unsafePlaceIn } from '@belvedere/pure/text/shell-text.ts'
import { defineIntentKind, named } from '../../kit/intent/define-intent-kind.ts'
import { json } from '../../kit/intent/fields.ts'
import { intentErrors } from '../../rooms/intent/errors.ts'

/** Characters of one entry. */
const LARGEST = 64 << 10

export const kind = defineIntentKind({
  words: { zh: '原始配置', en: 'Raw configuration' },
  tab: { zh: '原始配置', en: 'Raw' },
  order: 90,
  key: named({ zh: '添加片段', en: 'Add a piece' }, { zh: '名称', en: 'Name' }),
  fields: {
    /** Merged into the compiled document last, in the device's own format. */
    document: json(
      { zh: 'JSON 片段', en: 'Piece of JSON' },
      {
        hint: {
          zh: '以设备自身的格式叠加在生成的配置之上；null 表示删除',
          en: "In the device's own format, merged over the compiled configuration; null removes a value",
        },
      },
    ),
  },
  check(fields) {
    if (JSON.stringify(fields).length > LARGEST)
      return [{ field: 'document', says: intentErrors.tooLarge, values: { limit: LARGEST >> 10 } }]
    const place = unsafePlaceIn(fields.document)
    return place === undefined ? [] : [{ field: 'document', says: intentErrors.unsafeText, values: { place } }]
  },
})

declare module '../../kit/intent/define-intent-kind.ts' {
  interface IntentKinds {
    raw: typeof kind.fields
  }
}
