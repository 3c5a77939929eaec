import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: { zh: '浏览、购买应用并绑定到设备。', en: 'Lets you browse and buy apps and bind them to devices.' },
})
