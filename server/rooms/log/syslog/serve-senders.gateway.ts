import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { type SyslogSourceRequest, syslogNamesSubject, syslogSubject } from '../../../devices/syslog-link.ts'
import { findSender, namesOfDevices } from './store.ts'

/** Resolves the senders of log lines for gateways, in their process. */
export const serveSenders = defineStartup<System>({
  order: 30,
  role: 'gateway',
  async run({ bus, db, now }) {
    bus.serve(syslogSubject, (ask: SyslogSourceRequest) => findSender(db, ask, now()))
    bus.serve(syslogNamesSubject, (ids: number[]) => namesOfDevices(db, ids))
  },
})
