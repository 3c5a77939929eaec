/** The look every popup shares. */
export const popupFrame = 'pop z-50 rounded-lg bg-raised text-ink shadow-pop outline-none'
