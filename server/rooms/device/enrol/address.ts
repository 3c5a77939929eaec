import { NobodyServes } from '../../../kernel/bus.ts'
import { gatewayPortSubject } from '../../../kernel/gateway.ts'
import type { System } from '../../../kernel/implement.ts'

/** The port of the enrolment listener: what it says itself, else the setting. */
export async function enrolPort({ bus, config }: System): Promise<number> {
  try {
    return await bus.request<number>(gatewayPortSubject('enrol'), {}, 2000)
  } catch (error) {
    if (error instanceof NobodyServes) return config['enrol-port']
    throw error
  }
}
