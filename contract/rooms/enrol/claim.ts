import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, IdOrZero, Ids, Maybe, Time } from '../../kit/schema.ts'
import { BatchOut, tableIn, tableOut } from '../../kit/table.ts'
import { claimState } from './claim/enums.ts'
import { deviceType } from '../device/enums.ts'

const sortable = ['id', 'sn', 'created_at', 'expires_at', 'state'] as const

const common = {
  id: Id,
  sn: Type.String(),
  /** Name of the device; '': its own name. */
  name: Type.String(),
  scene_id: Id,
  scene_name: Type.String(),
  state: enumOf(claimState),
  /** Account that asked. */
  by: Type.String(),
  created_at: Time,
  /** It is deleted then; null: never. */
  expires_at: Maybe(Time),
}

/**
 * A serial number is printed on the box and proves nothing. Adding a device without proof of possession makes a request, which an
 * administrator of the installation decides. The answer does not reveal whether the serial number is known.
 */
export const claimCalls = defineCalls({
  list: {
    at: 'GET device/claim',
    does: { zh: '我的设备申请', en: 'List device requests of the own team' },
    who: 'device.read',
    scene: 'read',
    in: tableIn({ scene_id: Type.Optional(IdOrZero), state: Type.Optional(enumOf(claimState)) }, sortable),
    out: tableOut(Type.Object(common)),
    shows: ['claim'],
  },
  withdraw: {
    at: 'DELETE device/claim',
    does: { zh: '撤回设备申请', en: 'Withdraw device requests' },
    who: 'device.write',
    scene: 'own',
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
  requests: {
    at: 'GET device/claim/request',
    does: { zh: '各团队的设备申请', en: 'List device requests of all teams' },
    who: 'device.adopt',
    scene: 'none',
    in: tableIn({ state: Type.Optional(enumOf(claimState)) }, sortable),
    out: tableOut(
      Type.Object({
        ...common,
        team_name: Type.String(),
        /** Number of other teams that request the same device. */
        rivals: Type.Integer(),
        /** 1: the device belongs to another team and cannot be granted. */
        taken: Flag,
        /** The known fields of the device; null: it has never connected. */
        device: Maybe(
          Type.Object({
            type: enumOf(deviceType),
            vendor: Type.String(),
            model: Type.String(),
            online: Flag,
            address: Maybe(Type.String()),
            seen_at: Time,
            simulated: Flag,
            blocked: Flag,
          }),
        ),
      }),
    ),
    shows: ['claim', 'device'],
  },
  approve: {
    at: 'POST device/claim/approve',
    does: { zh: '批准设备申请', en: 'Approve device requests' },
    who: 'device.adopt',
    scene: 'none',
    fresh: true,
    in: Type.Object({ ids: Ids }),
    out: BatchOut,
  },
  refuse: {
    at: 'POST device/claim/refuse',
    does: { zh: '拒绝设备申请', en: 'Refuse device requests' },
    who: 'device.adopt',
    scene: 'none',
    /** `block` 1: the team may not request these serial numbers again. */
    in: Type.Object({ ids: Ids, block: Type.Optional(Flag) }),
    out: BatchOut,
  },
})
