import { defineEnum } from '../../../kit/define-enum.ts'

/** States of a request for a device. A granted request is deleted: the device is in its scene. */
export const claimState = defineEnum({
  waiting: { id: 0, zh: '等待批准', en: 'Waiting for approval', tone: 'warning' },
  refused: { id: 1, zh: '已拒绝', en: 'Refused', tone: 'danger' },
  blocked: { id: 2, zh: '已禁止再次申请', en: 'Blocked', tone: 'disabled' },
})
