import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Id, Line, Maybe } from '../../kit/schema.ts'
import { thirdKind } from '../device/third/enums.ts'
import { monitorErrors as errors } from './errors.ts'

/** Pictures one customer keeps. */
export const mostLogos = 100

const Logo = Type.Object({
  id: Id,
  name: Type.String(),
  /** Devices of this kind without a picture of their own have it. */
  kind: Maybe(enumOf(thirdKind)),
  /** Data URL of a small square picture. */
  picture: Type.String(),
})

export const logoCalls = defineCalls({
  list: {
    at: 'GET device/logo',
    does: { zh: '设备图标', en: 'Pictures of devices' },
    who: 'device.read',
    scene: 'none',
    in: Empty,
    out: Type.Object({ list: Type.Array(Logo) }),
    shows: ['device-logo'],
  },
  /** The picture travels as the file `logo` of a form: PNG, JPEG or WebP of at most 5 MB. It is drawn again. */
  add: {
    at: 'POST device/logo',
    does: { zh: '上传设备图标', en: 'Add a picture for devices' },
    who: 'device.write',
    scene: 'none',
    in: Type.Object({
      name: Type.Optional(Line(32)),
      /** The picture of this kind from now on, instead of the one before. */
      kind: Type.Optional(enumOf(thirdKind)),
    }),
    out: Logo,
    errors: [errors.badPicture, errors.tooManyLogos],
    uploads: { files: 1, bytes: 16 << 20 },
    per_minute: 60,
  },
  remove: {
    at: 'DELETE device/logo',
    does: { zh: '删除设备图标', en: 'Remove a picture' },
    who: 'device.write',
    scene: 'none',
    undoable: true,
    in: Type.Object({ id: Id }),
    out: Empty,
  },
})
