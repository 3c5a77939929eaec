/** What every call answers, always with HTTP 200. */
export interface Envelope<T = unknown> {
  /** 0 success, 10021 authorisation failed, else an entry of the printed registry. */
  code: number
  /** In the caller's language. */
  msg: string
  data: T
}

/** `data` of a refusal: `detail` follows `msg` on screen; `fields` holds one text per wrong input field. */
export interface RefusalData {
  detail?: string
  fields?: Record<string, string>
}
