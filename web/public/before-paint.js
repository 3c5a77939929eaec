// Sets language and theme before the first paint, so that nothing flashes. A file of its own, because the
// Content-Security-Policy allows no inline script. `<html lang data-theme>` is what everything else reads.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  const lang = read('belvedere.lang')
  root.lang = lang === 'zh' || lang === 'en' ? lang : /^zh/i.test(navigator.language) ? 'zh' : 'en'
  const theme = read('belvedere.theme')
  const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === '1'
  root.dataset.theme = dark ? 'dark' : 'light'
  // The session's place is empty when nobody is signed in; these have no header, or one of their own.
  if (read('belvedere.base') && !/^\/(login|mid|overview)\b/.test(location.pathname)) root.dataset.boot = ''

  // A console whose first bytes do not come would be a white page.
  const tell = ({ target }) => {
    const place = document.getElementById('root')
    const isPart = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement
    if (!isPart || !place || place.firstChild) return
    const again = document.createElement('a')
    again.href = location.href
    again.textContent =
      root.lang === 'zh' ? '页面资源加载失败，点击重新加载' : 'The console could not be loaded. Try again'
    place.append(again)
  }
  addEventListener('error', tell, true)
})()
