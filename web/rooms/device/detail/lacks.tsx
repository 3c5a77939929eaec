import { agentLacks, type AgentLack } from '@belvedere/contract/kit/agent-lacks.ts'
import { Info } from 'lucide-react'
import { say } from '../../../kit/words/words.ts'

/** Missing functions of a host, which the agent reports in its capabilities. */
export function lacksOf(capabilities: Record<string, unknown>): AgentLack[] {
  const own = capabilities['x-belvedere'] as { missing?: unknown } | undefined
  const missing = Array.isArray(own?.missing) ? own.missing : []
  return missing.filter((name): name is AgentLack => typeof name === 'string' && Object.hasOwn(agentLacks, name))
}

/** One line per function that the host does not support. */
export function Lacks({ capabilities }: { capabilities: Record<string, unknown> }) {
  const lacks = lacksOf(capabilities)
  if (lacks.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-xs text-soft">
      {lacks.map((name) => (
        <li key={name} className="flex items-start gap-1.5">
          <Info size={13} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
          {say(agentLacks[name])}
        </li>
      ))}
    </ul>
  )
}
