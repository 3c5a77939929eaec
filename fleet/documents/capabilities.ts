import { intentKinds } from '@belvedere/contract/kit/intent/kinds.ts'
import { cgiTypes } from '@belvedere/contract/kit/cgi-catalogue.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { DeviceModel, RadioModel } from '../model/catalogue.ts'
import type { NetNode } from '../model/network.ts'
import { siblingMac } from '../model/network.ts'
import { allowedChannels, frequencyOf } from '../model/wifi.ts'
import { kernel, system } from './linux-host.ts'

/** Additional capabilities of a simulated device, so that a set-up can name it and assign it to a scene. */
export interface SimulatedMark {
  scene: number
  scene_name: Words
  name: Words
}

const version = { major: 4, minor: 1, patch: 0 }
const shared = new Map<string, object>()

/** The capabilities object of `connect`: the part of the model, shared by all its devices, and the part of this device. */
export function capabilitiesOf(node: NetNode, country: string, mark: SimulatedMark): Record<string, unknown> {
  const key = `${node.model.model} ${country}`
  let model = shared.get(key)
  if (!model) shared.set(key, (model = ofModel(node.model, country)))
  return { ...model, ...ownOf(node), 'x-simulated': mark }
}

function ofModel(model: DeviceModel, country: string): object {
  const compatible = `${model.vendor}_${model.model}`.toLowerCase().replaceAll(' ', '-')
  const base = { platform: model.type, compatible, model: `${model.vendor} ${model.model}` }
  if (model.type === 'switch') return { ...base, ...switchAbilities() }
  if (model.type === 'linux') return { ...base, ...linuxAbilities(model) }
  return { ...base, ...openWrtAbilities(model, country) }
}

function ownOf(node: NetNode): object {
  if (node.model.type === 'linux') return { hostname: node.hostname, label_macaddr: node.mac }
  if (node.model.type === 'switch') return { serial: node.serial, label_macaddr: node.mac }
  return { macaddr: { wan: node.mac, lan: siblingMac(node.serial, 31) }, label_macaddr: node.mac }
}

function openWrtAbilities(model: DeviceModel, country: string): object {
  return {
    version: { ap: version, schema: version },
    network: { wan: model.wan.map((_, i) => `eth${i}`), lan: model.lan.map((_, i) => `eth${model.wan.length + i}`) },
    wifi: Object.fromEntries((model.radios ?? []).map((radio) => [radio.phy, phyOf(radio)])),
    country,
    country_codes: [country],
    compress_cmd: true,
    'secure-rtty': true,
    'default-config': true,
  }
}

/** The capabilities of a radio, as far as they determine its accepted settings. */
export interface Phy {
  band: readonly string[]
  channels: readonly number[]
  htmode: readonly string[]
}

const phys = new Map<RadioModel, Phy>()

export function phyOf(model: RadioModel): Phy {
  const there = phys.get(model)
  if (there) return there
  const made = makePhy(model)
  phys.set(model, made)
  return made
}

function makePhy({ band, width, streams }: RadioModel): Phy & Record<string, unknown> {
  const channels = allowedChannels[band]
  const dfs = band === '5G' ? channels.filter((channel) => channel >= 52 && channel <= 144) : []
  const antennas = 2 ** streams - 1
  const widths = [20, 40, 80, 160].filter((entry) => entry <= width && (band !== '2G' || entry <= 40))
  return {
    band: [band],
    channels,
    ...(dfs.length > 0 ? { dfs_channels: dfs } : {}),
    frequencies: channels.map((channel) => frequencyOf(band, channel)),
    htmode: widths.flatMap((entry) => [
      ...(band === '6G' ? [] : [entry <= 40 ? `HT${entry}` : `VHT${entry}`]),
      `HE${entry}`,
    ]),
    tx_ant: antennas,
    rx_ant: antennas,
    tx_ant_avail: antennas,
    rx_ant_avail: antennas,
    ht_capa: 6639,
    vht_capa: band === '2G' ? 0 : 865_687_986,
    he_phy_capa: [28_700, 34_892, 49_439, 1155, 11_265, 0],
    he_mac_capa: [13, 39_432, 4160],
  }
}

/** The present client of the switches reports neither its ports nor their capabilities in `connect`; its state has them. */
function switchAbilities(): object {
  return { version: { switch: { ...version, minor: 0 }, schema: { ...version, minor: 0 } } }
}

function linuxAbilities(model: DeviceModel): object {
  return {
    compatible: 'linux_x86_64',
    vendor: model.vendor,
    model: model.model,
    system,
    kernel,
    'x-belvedere': {
      version: 1,
      agent: '1.0.0',
      methods: [
        'cgi',
        'backup',
        'restore',
        'ping',
        'measure',
        'trace',
        'shell',
        'tunnel',
        'service',
        'configure',
        'arm',
        'confirm',
        'running',
      ],
      cgi: [...cgiTypes],
      interfaces: [...model.wan, ...model.lan],
      // it keeps every member of its document, without effect on its traffic
      kinds: intentKinds.map(({ name }) => name),
      root: true,
      missing: [],
      apps: 1,
    },
  }
}
