import type { RefusalData } from '@belvedere/contract/kit/envelope.ts'
import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import type { WordValues } from '@belvedere/contract/kit/text.ts'

/** A refusal with a registered code; the pipeline formats it in the caller's language and rolls the transaction back. */
export class Refusal extends Error {
  readonly spec: ErrorSpec
  readonly values: WordValues | undefined
  readonly data: RefusalData & Record<string, unknown>
  /** Work that must persist although the call is refused (counting a failed sign-in); runs after the rollback. */
  readonly keep: (() => Promise<void>) | undefined

  constructor(spec: ErrorSpec, values?: WordValues, data: Record<string, unknown> = {}, keep?: () => Promise<void>) {
    super(spec.name)
    this.name = 'Refusal'
    this.spec = spec
    this.values = values
    this.data = data
    this.keep = keep
  }
}

/** `throw refuse(errors.holdsDevices, { count })`; `data` goes to the caller beside the message. */
export function refuse(
  spec: ErrorSpec,
  values?: WordValues,
  data?: Record<string, unknown>,
  keep?: () => Promise<void>,
): Refusal {
  return new Refusal(spec, values, data, keep)
}
