import { lang } from '../../kit/words/words.ts'

const whole = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en')
const rate = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en', { style: 'percent', maximumFractionDigits: 1 })

/** A count with thousands separators. */
export const countText = (value: number | bigint) => whole.format(value)
/** A share of 1 as percent with at most one decimal. */
export const shareText = (value: number) => rate.format(value)
