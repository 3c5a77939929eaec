import type { Session } from './session.ts'

/** Applies a change set, and confirms its blast radius where that is asked for. */
export async function applyChange(
  session: Session,
  wish: { id: number } & Record<string, unknown>,
): Promise<{ device_cnt: number }> {
  const { code, msg, data } = await session.call('POST change/apply', wish)
  if (code === 0) return data as { device_cnt: number }
  const { confirm } = (data ?? {}) as { confirm?: { text: string; token: string } }
  if (!confirm) throw new Error(`POST change/apply: ${code} ${msg}`)
  return session.ask('POST change/apply', { ...wish, confirm_text: confirm.text, confirm_token: confirm.token })
}
