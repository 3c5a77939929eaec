import { listFolder, readLine } from './read-file.ts'

/** Interfaces of containers and virtual machines: they appear and disappear often, and are not reported. */
const transient = /^(lo$|veth|docker|br-[0-9a-f]{12}$|virbr|vnet|tap|cali|cni|flannel)/

/** Calls `changed` when an interface gains or loses its carrier. Returns the function that ends the watch. */
export function watchLinks(changed: (name: string, up: boolean) => void, everyMs = 1000): () => void {
  let before: Map<string, boolean> | undefined
  const look = async () => {
    const now = await readCarriers()
    const known = before ?? now
    before = now
    for (const [name, up] of now) if (up !== (known.get(name) ?? false)) changed(name, up)
    for (const [name, up] of known) if (up && !now.has(name)) changed(name, false)
  }
  const timer = setInterval(() => void look(), everyMs)
  void look()
  return () => clearInterval(timer)
}

async function readCarriers(): Promise<Map<string, boolean>> {
  const names = (await listFolder('/sys/class/net')).filter((name) => !transient.test(name)).slice(0, 256)
  // `carrier` of an interface that is down cannot be read.
  const lines = await Promise.all(names.map((name) => readLine(`/sys/class/net/${name}/carrier`)))
  return new Map(names.map((name, i) => [name, lines[i] === '1']))
}
