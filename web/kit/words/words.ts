import { toast } from '../../ui/feedback/toast.tsx'
import { lang } from '../../ui/base/words.ts'

export { lang, say, type Words } from '../../ui/base/words.ts'

/** A language change reloads the page after this many milliseconds. */
const reloadDelay = 500

/** Stores the language in this browser, shows a message in the new language, and reloads the page. */
export function changeLanguage(to: 'zh' | 'en'): void {
  if (to === lang) return
  localStorage.setItem('belvedere.lang', to)
  toast.success(to === 'zh' ? '语言已切换' : 'Language changed')
  setTimeout(() => location.reload(), reloadDelay)
}

/** The API's code for the language: `zh` is sent as `cn`. */
export const wireLang = lang === 'zh' ? 'cn' : 'en'
