import bowser from 'bowser'

export interface AgentWords {
  /** `Chrome 141`; for programs their own name. */
  browser: string
  /** `Windows`, `iOS 18`; empty when the header does not name it. */
  system: string
}

/** Describes a user agent header in words that administrators know. */
export function agentWords(agent: string): AgentWords {
  if (agent === '') return { browser: '', system: '' }
  const { browser, os } = bowser.parse(agent)
  const program = /^[\w.-]+/.exec(agent)?.[0] ?? ''
  const major = browser.version?.split('.')[0] ?? ''
  const system = [os.name, os.name === 'Windows' ? os.versionName?.replace(/^NT.*/, '') : majorOf(os.version)]
  return {
    browser: browser.name ? [browser.name, major].filter(Boolean).join(' ') : program,
    system: system.filter(Boolean).join(' '),
  }
}

const majorOf = (version: string | undefined) => version?.split('.')[0]
