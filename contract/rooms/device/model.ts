import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { IdOrZero, Line, enumOf } from '../../kit/schema.ts'
import { deviceType } from './enums.ts'

const scoped = {
  scene_id: Type.Optional(IdOrZero),
  type: Type.Optional(enumOf(deviceType)),
}

export const modelCalls = defineCalls({
  /** Not live: a live page of devices would count the models every second. */
  option: {
    at: 'GET device/model/option',
    does: { zh: '型号选项', en: 'Models of the accessible devices' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object(scoped),
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          model: Type.String(),
          vendor: Type.String(),
          type: enumOf(deviceType),
          total: Type.Integer(),
          online: Type.Integer(),
        }),
      ),
    }),
  },
  detail: {
    at: 'GET device/model/detail',
    does: { zh: '型号详情', en: 'One model: its firmware versions and scenes' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ ...scoped, model: Line(64) }),
    out: Type.Object({
      model: Type.String(),
      vendor: Type.String(),
      total: Type.Integer(),
      online: Type.Integer(),
      versions: Type.Array(Type.Object({ version: Type.String(), total: Type.Integer(), online: Type.Integer() })),
      verbs: Type.Array(Type.String()),
    }),
    shows: ['device'],
  },
})
