const shape = /^[^\s@"<>(),:;\\[\]]{1,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const MOST = 64

/** An e-mail address in lower case, at most 64 characters; undefined when invalid. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  return email.length <= MOST && shape.test(email) && !/^\.|\.\.|\.@/.test(email) ? email : undefined
}

/** The address with most of its local part hidden, for display: `li***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, Math.max(1, at - 1)))}***${email.slice(at)}`
}
