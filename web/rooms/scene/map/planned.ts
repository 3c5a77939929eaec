import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '在地图上查看各场景的位置和状态。', en: 'Shows on a map where the scenes are and how they fare.' },
  meanwhile: { label: { zh: '查看场景列表', en: 'See the scene list' }, to: '/scene/manage/list' },
})
