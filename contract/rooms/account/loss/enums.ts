import { defineEnum, type IdOf } from '../../../kit/define-enum.ts'

/** The right that an account has lost since it ordered work; part of the enumerations of reasons of tasks, sets, campaigns and timers. */
export const losses = {
  account_gone: {
    id: 'account_gone',
    zh: '发起者的账号已删除或注销',
    en: 'The account that ordered it was removed',
    tone: 'danger',
  },
  role_changed: {
    id: 'role_changed',
    zh: '发起者的角色已无此权限',
    en: 'The role of the account that ordered it no longer allows it',
    tone: 'danger',
  },
  share_ended: {
    id: 'share_ended',
    zh: '发起者已不能进入该场景：共享已结束，或设备已移走',
    en: 'The account that ordered it can no longer enter the scene: the share ended, or the device was moved',
    tone: 'danger',
  },
  share_narrowed: {
    id: 'share_narrowed',
    zh: '共享给发起者的权限已不允许此操作',
    en: 'The share of the account that ordered it no longer allows this',
    tone: 'danger',
  },
} as const

export const loss = defineEnum(losses)
export type AccountLoss = IdOf<typeof loss>
