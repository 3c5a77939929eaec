import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '修改头像、姓名、手机号与邮箱。', en: 'Lets you change picture, name, phone number and e-mail address.' },
})
