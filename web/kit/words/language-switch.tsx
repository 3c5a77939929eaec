import { changeLanguage, lang } from './words.ts'

/** Shows the name of the other language in that language. */
export function LanguageSwitch() {
  const other = lang === 'zh' ? 'en' : 'zh'
  const label = lang === 'zh' ? 'EN · Switch to English' : '切换到中文'
  return (
    <button
      type="button"
      lang={other}
      aria-label={label}
      data-tip={label}
      onClick={() => changeLanguage(other)}
      className="flex h-8 min-w-8 items-center justify-center rounded-md px-2 text-xs font-medium text-soft hover:bg-hover hover:text-ink"
    >
      {lang === 'zh' ? 'English' : '中文'}
    </button>
  )
}
