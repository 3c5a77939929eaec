/** The style of all popups. */
export const popupFrame = 'pop z-50 rounded-lg bg-raised text-ink shadow-pop outline-none'
