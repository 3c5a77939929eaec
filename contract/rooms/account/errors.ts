import { defineErrors } from '../../kit/define-errors.ts'

export const accountErrors = defineErrors('account', {
  wrongPassword: { code: 10101, zh: '账号或密码错误', en: 'Wrong account or password' },
  captchaNeeded: { code: 10102, zh: '请先完成滑动验证', en: 'Please complete the slide verification' },
  captchaFailed: { code: 10103, zh: '滑动验证未通过，请重试', en: 'The slide verification failed; please try again' },
  captchaTooRegular: {
    code: 10104,
    zh: '拖动轨迹过于规则，请再试一次',
    en: 'The drag was too regular for a hand; please try again',
  },
  locked: {
    code: 10105,
    zh: '登录失败次数过多，请 {seconds} 秒后再试',
    en: 'Too many failed sign-ins; try again in {seconds} s',
  },
  weakPassword: {
    code: 10106,
    zh: '密码须为 8 到 32 位，且至少包含字母、数字、符号中的两种',
    en: 'A password has 8 to 32 characters of at least two kinds: letters, digits, symbols',
  },
  wrongOldPassword: { code: 10107, zh: '原密码错误', en: 'The old password is wrong' },
  accountTaken: { code: 10108, zh: '账号已被使用', en: 'The account name is taken' },
  roleAbove: { code: 10109, zh: '不能管理角色高于自己的成员', en: 'You cannot manage a role above your own' },
  lastOwner: { code: 10110, zh: '团队至少要有一名所有者', en: 'A team needs at least one owner' },
  lastAdmin: { code: 10111, zh: '至少要有一名平台管理员', en: 'The installation needs at least one administrator' },
  notYourself: { code: 10112, zh: '不能对自己执行此操作', en: 'You cannot do that to yourself' },
  adminOnly: {
    code: 10113,
    zh: '只有平台管理员可以执行此操作',
    en: 'Only administrators of the installation can do that',
  },
})
