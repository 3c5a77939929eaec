import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '把设备编组，批量设置模板与定时任务。',
    en: 'Keeps devices in groups, for templates and timed tasks on all of them.',
  },
  meanwhile: {
    label: { zh: '在设备列表中勾选后批量操作', en: 'Select devices in the list to act on many at once' },
    to: '/global/device',
  },
})
