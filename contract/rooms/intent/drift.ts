import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Id, Line, Time } from '../../kit/schema.ts'
import { syncState } from './sync/enums.ts'
import { intentErrors as errors } from './errors.ts'

/** A place in a document: steps into lists are `name=WAN`, so that it stays the same when entries move. */
const Place = Line(400, 1)
const Places = Type.Array(Place, { minItems: 1, maxItems: 500 })

export const driftCalls = defineCalls({
  list: {
    at: 'GET intent/drift',
    does: { zh: '配置偏差', en: 'Configuration drift of a device' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({ device_id: Id }),
    out: Type.Object({
      sync: enumOf(syncState),
      /** When its configuration was read; 0: never. */
      read_at: Time,
      hunks: Type.Array(
        Type.Object({
          place: Type.String(),
          /** Secrets masked; absent: not there. */
          before: Type.Optional(Type.Unknown()),
          after: Type.Optional(Type.Unknown()),
          /** Intents (`kind/key/field`) that made the value. */
          intents: Type.Array(Type.String()),
        }),
      ),
      ignored: Type.Array(Type.Object({ id: Id, place: Type.String(), made_by: Type.String(), created_at: Time })),
    }),
    errors: [errors.badTarget],
    shows: ['intent'],
  },
  adopt: {
    at: 'POST intent/drift/adopt',
    does: { zh: '采纳偏差', en: 'Adopt drift: differences become intents or part of the base' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({ device_id: Id, places: Places }),
    out: Type.Object({ adopted: Type.Integer(), left: Type.Integer() }),
    errors: [errors.badTarget, errors.noConfiguration, errors.notAdoptable],
  },
  ignore: {
    at: 'POST intent/drift/ignore',
    does: { zh: '忽略偏差', en: 'Ignore drift' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({ device_id: Id, places: Places }),
    out: Type.Object({ left: Type.Integer() }),
    errors: [errors.badTarget],
  },
  heed: {
    at: 'POST intent/drift/heed',
    does: { zh: '取消忽略', en: 'Stop ignoring drift' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({ device_id: Id, ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
    out: Type.Object({ left: Type.Integer() }),
    errors: [errors.badTarget],
  },
})
