/** The product's display name. */
export const brand = { zh: '揽景', en: 'Belvedere' }

// one language: the specification fixes the title of the window in Chinese
export const productTitle = '揽景网络管理平台'
