/** The product's name, for people. */
export const brand = { zh: '揽景', en: 'Belvedere' }

/** The window's title; one language: the specification fixes it in Chinese for both. */
export const productTitle = '揽景网络管理平台'
