import { AddressList } from '../../base/edge/address.ts'
import { type Gateway, defineGateway } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { gauge } from '../../base/process/metrics.ts'
import { startUcentralGateway, type UcentralGateway } from './start-gateway.ts'

let running: UcentralGateway | undefined
gauge('ucentral_devices', 'Identified devices connected', () => running?.size.devices ?? 0)
gauge('ucentral_sockets', 'Device sockets open', () => running?.size.sockets ?? 0)

/** Devices with the uCentral protocol: OpenWiFi access points, OpenLAN switches, our own agent. */
export const ucentral: Gateway<System> = defineGateway<System>({
  name: 'ucentral',
  dialIn: true,
  async start(system, { drivers, ingest, late, logs, pki }) {
    const { bus, log, config } = system
    running = await startUcentralGateway({
      host: config.host,
      port: config['device-port'],
      publicHost: config['public-host'],
      proxies: new AddressList(config['device-proxy']),
      pki,
      drivers,
      bus,
      ingest,
      late,
      logs,
      log,
      emit: system.emit,
      now: system.now,
    })
    return running
  },
})
