/** Strength of a password: 0 rejected, 1 weak, 2 medium, 3 strong. */
export type PasswordLevel = 0 | 1 | 2 | 3

const accepted = /^[A-Za-z0-9~!@#$%^&*()_=+-]{8,32}$/
const oneKind = /^(?:[A-Za-z]+|[0-9]+|[^A-Za-z0-9]+)$/

/** The strength of a password of 8 to 32 letters, digits and `~!@#$%^&*()_=+-`, of more than one kind; 0 otherwise. */
export function passwordLevel(password: string): PasswordLevel {
  if (!accepted.test(password) || oneKind.test(password)) return 0
  const upper = /[A-Z]/.test(password)
  const rest = /[0-9]/.test(password) && /[a-z]/.test(password) && /[^A-Za-z0-9]/.test(password)
  if (upper && rest) return 3
  return upper || rest ? 2 : 1
}
