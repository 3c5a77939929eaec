/** The product's name, for people. */
export const brand = { zh: '揽景', en: 'Belvedere' }
