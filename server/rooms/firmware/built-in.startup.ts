import { shippedFamily } from '../../devices/discover-drivers.ts'
import { agentPackage } from './order/agent-package.ts'
import type { System } from '../../kernel/implement.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { saveBuiltIn } from './store.ts'

/** Adds the package of the agent that this server ships to every library, signed by this installation. */
export const offerAgent = defineStartup<System>({
  order: 45,
  role: 'worker',
  async run(system) {
    const made = await agentPackage(system)
    if (!made) return
    const text = (await system.files.read(made.file)).toString('latin1')
    const version = /\bversion = "(\d[\w.+-]{0,60})"/.exec(text)?.[1]
    if (!version) return
    const { file, signature } = made
    const filename = `belvedere-agent-${version}.mjs`
    await saveBuiltIn(
      system,
      { family: await shippedFamily(), version, file, signature, filename, bytes: text.length },
      system.now(),
    )
  },
})
