import { NobodyServes } from '../base/bus/bus.ts'
import { gatewayPortSubject } from './gateway.ts'
import type { System } from '../kernel/implement.ts'

const settings = { enrol: 'enrol-port', files: 'file-port' } as const

/** The port of a listener for devices: as it reports, else the setting. 0: none. */
export async function gatewayPort({ bus, config }: System, name: keyof typeof settings): Promise<number> {
  try {
    return await bus.request<number>(gatewayPortSubject(name), {}, 2000)
  } catch (error) {
    if (!(error instanceof NobodyServes)) throw error
    return name === 'files' && config['no-file-port'] ? 0 : config[settings[name]]
  }
}

/** The port of the enrolment listener. */
export const enrolPort = (system: System) => gatewayPort(system, 'enrol')
