/** The look every popup shares. */
export const popupFrame = 'pop z-50 rounded-lg bg-raised text-ink shadow-pop outline-none'
export const popupItem =
  'flex w-full min-w-0 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-left outline-none select-none data-highlighted:bg-hover data-disabled:text-faint'
