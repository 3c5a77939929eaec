import { readlink } from 'node:fs/promises'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { listFolder, readText } from '../host/read-file.ts'
import { hasTool, runTool } from '../host/run-tool.ts'
import { inSubnet } from './read-document.ts'

/** Programs of this host that were configured by hand: a DHCP server, or the firewall. */
interface ManualConfiguration {
  what: Words
  text: string
}

const mostText = 1 << 20
const mostFiles = 64
const mostProcesses = 4096

const files = [
  '/etc/dnsmasq.conf',
  '/etc/dhcp/dhcpd.conf',
  '/etc/udhcpd.conf',
  '/etc/kea/kea-dhcp4.conf',
  '/etc/config/dhcp',
]
const folders = ['/etc/dnsmasq.d', '/run/NetworkManager/dnsmasq.d', '/etc/NetworkManager/dnsmasq-shared.d']
const servers = /^(\S*\/)?(dnsmasq|dhcpd|udhcpd|kea-dhcp4|busybox\0udhcpd)\0/

/**
 * Programs of this host that depend on a network that the host would leave: a DHCP server for its addresses, firewall rules that
 * name them. The agent does not change programs that it does not manage, so such a network cannot be moved.
 */
export async function usersOf(from: string, to: string): Promise<Words[]> {
  const [lines, rules] = await Promise.all([commandLines(), firewall()])
  const bound = [...(await configFiles(lines)), ...lines, ...rules].filter(({ text }) => names(text, from, to))
  return [...new Map(bound.map(({ what }) => [what.en, what])).values()].slice(0, 8)
}

/** Whether a text contains an address of the first network that is not in the second one. */
function names(text: string, from: string, to: string): boolean {
  const found = text.match(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g) ?? []
  return found.some((address) => inSubnet(address, from) && !inSubnet(address, to))
}

async function configFiles(lines: readonly ManualConfiguration[]): Promise<ManualConfiguration[]> {
  const within = await Promise.all(
    folders.map(async (folder) => (await listFolder(folder)).slice(0, mostFiles).map((name) => `${folder}/${name}`)),
  )
  const running = lines.flatMap(({ text }) => namedFiles(text))
  const all = [...new Set([...files, ...within.flat(), ...running])].slice(0, 4 * mostFiles)
  const texts = await Promise.all(all.map(async (path) => [path, await readText(path, mostText)] as const))
  return texts.flatMap(([path, text]) =>
    text === undefined
      ? []
      : [{ what: { zh: ` DHCP 服务（${path}）`, en: `the DHCP server (${path})` }, text: withoutRemarks(text) }],
  )
}

const withoutRemarks = (text: string) => text.replace(/^\s*(#|\/\/).*$/gm, '')

/** Configuration files that a command line names. */
const namedFiles = (line: string) =>
  line
    .split(' ')
    .map((word) => word.replace(/^(--conf-file=|-C|-cf)/, ''))
    .filter((word) => /^\/[\w./-]+\.conf[\w.]*$/.test(word))

/** Command lines of DHCP servers in our network namespace; containers have their own. */
async function commandLines(): Promise<ManualConfiguration[]> {
  const ids = (await listFolder('/proc')).filter((name) => /^\d+$/.test(name)).slice(0, mostProcesses)
  const lines = await Promise.all(
    ids.map(async (id) => {
      const line = (await readText(`/proc/${id}/cmdline`, 8192)) ?? ''
      return servers.test(line) && (await networkOf(id)) === (await networkOf('self')) ? [line] : []
    }),
  )
  return lines
    .flat()
    .map((line) => ({ what: { zh: ' DHCP 服务', en: 'the DHCP server' }, text: line.replaceAll('\0', ' ') }))
}

const networkOf = (id: string) => readlink(`/proc/${id}/ns/net`).catch(() => undefined)

/** The active rules, by the tool that the host has. */
async function firewall(): Promise<ManualConfiguration[]> {
  const tools: [string, string[]][] = [
    ['nft', ['list', 'ruleset']],
    ['iptables-save', []],
  ]
  const ran = await Promise.all(
    tools.map(async ([tool, words]) => (hasTool(tool) ? await runTool(tool, words, { max: mostText }) : undefined)),
  )
  return ran.flatMap((one) =>
    one?.ok ? [{ what: { zh: '防火墙规则', en: 'rules of the firewall' }, text: one.out }] : [],
  )
}
