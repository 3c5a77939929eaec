import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, IdOrZero, Line, Lines } from '../../kit/schema.ts'
import { deviceErrors as errors } from './errors.ts'

export const cgiCalls = defineCalls({
  ask: {
    at: 'POST device/cgi',
    does: { zh: '查询设备', en: 'Query a device' },
    who: 'config.read',
    unconfirmed: 'it asks one device',
    scene: 'read',
    in: Type.Object({
      /** Without it the scene's main device (`is_main` 1) is asked. */
      sn: Type.Optional(Line(64)),
      scene_id: Type.Optional(IdOrZero),
      is_main: Type.Optional(Flag),
      type: Line(64, 1),
      /** JSON text: {page, limit, search, orderby}. */
      content: Type.Optional(Lines(16_384)),
    }),
    /** The device's own envelope: `msg` `Not support` means its model cannot answer this type. */
    out: Type.Object({ code: Type.Integer(), msg: Type.String(), data: Type.Unknown() }),
    errors: [errors.badContent, errors.noMainDevice, errors.badSerial],
    tx: false,
    audit: false,
  },
})
