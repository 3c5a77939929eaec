import { defineEnum } from '../../kit/define-enum.ts'

export const feedbackType = defineEnum({
  feature: { id: 'feature', zh: '功能建议', en: 'Feature' },
  experience: { id: 'experience', zh: '使用体验', en: 'Experience' },
  product: { id: 'product', zh: '产品与设备', en: 'Product' },
})

/** The first three are open; what ended may be opened again by an administrator of the installation. */
export const feedbackStatus = defineEnum({
  submitted: { id: 0, zh: '待处理', en: 'Submitted', tone: 'primary' },
  looking: { id: 1, zh: '处理中', en: 'Looked at', tone: 'warning' },
  accepted: { id: 2, zh: '已采纳', en: 'Accepted', tone: 'primary' },
  done: { id: 3, zh: '已完成', en: 'Done', tone: 'success' },
  declined: { id: 4, zh: '未采纳', en: 'Declined', tone: 'disabled' },
  withdrawn: { id: 5, zh: '已撤回', en: 'Withdrawn', tone: 'disabled' },
})
