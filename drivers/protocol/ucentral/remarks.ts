import type { Words } from '@belvedere/contract/kit/text.ts'
import { bounded } from '../../kit/bounded.ts'
import { listOf, objectOf, textOf } from '../../kit/coerce.ts'
import type { Remark } from '../../kit/facts.ts'

const MOST = 64

/**
 * Remarks of a device about a document: texts `[W] (In /radios/0) …` from access points, which mark errors E, warnings W and
 * notes !; `{parameter, reason, substitution}` according to the protocol's documentation and from our agent, whose reasons are in
 * both languages.
 */
export function remarksIn(value: unknown): Remark[] {
  return listOf(value, MOST).flatMap((one) => (typeof one === 'string' ? textRemark(one) : objectRemark(one)))
}

const form = /^\s*(?:\[([EW!])\]\s*)?(?:\(In (\/[^\s)]*)\)\s*)?/

function textRemark(given: string): Remark[] {
  const text = textOf(given, 512)
  if (!text) return []
  const [head = '', mark, place] = form.exec(text) ?? []
  const level = mark === 'W' ? 'warning' : mark === '!' ? 'note' : 'error'
  return [{ text, words: wordsOf(text.slice(head.length)), level, ...(place && place !== '/' ? { place } : {}) }]
}

function objectRemark(one: unknown): Remark[] {
  const { parameter, reason, substitution } = objectOf(one)
  const place = textOf(parameter, 256)
  const instead = textOf(
    typeof substitution === 'object' ? JSON.stringify(bounded(substitution, 16)) : substitution,
    128,
  )
  const said = bothOf(reason) ?? wordsOf(textOf(reason, 256) ?? '')
  const parts = [place, textOf(reason, 256) ?? said.en].filter(Boolean).join(': ')
  if (!parts) return []
  const text = instead ? `${parts} → ${instead}` : parts
  const words = instead ? { zh: `${said.zh}，改用 ${instead}`, en: `${said.en}; used instead: ${instead}` } : said
  // the value was replaced
  const level = instead ? 'warning' : 'error'
  return [{ text, words, level, ...(place ? { place: pointerOf(place) } : {}) }]
}

function bothOf(value: unknown): Words | undefined {
  const { zh, en } = objectOf(value)
  const words = { zh: textOf(zh, 256), en: textOf(en, 256) }
  return words.zh && words.en ? { zh: words.zh, en: words.en } : undefined
}

/** `radios[0].channel` and `radios/0/channel` are pointers as well. */
const pointerOf = (text: string) => `/${text.replaceAll(/[[\].]+/g, '/').replaceAll(/^\/+|\/+$/g, '')}`

/** The most common remarks of the clients, with translations; `$1` is the value that the device used. */
const known: readonly [RegExp, Words][] = [
  [
    /suitable radio phy for SSID '(.*)' settings/,
    { zh: '没有可承载无线网络“$1”的射频', en: 'No radio of this device supports the network “$1”' },
  ],
  [/suitable radio phy for band (\S+)/, { zh: '设备没有 $1 频段的射频', en: 'The device has no radio for $1' }],
  [
    /not support requested channel (\S+), falling back to ACS/,
    { zh: '射频不支持信道 $1，改为自动选择', en: 'The radio does not support channel $1 and chooses one by itself' },
  ],
  [
    /not support requested channel (\S+), falling back to (\S+)/,
    { zh: '射频不支持信道 $1，改用 $2', en: 'The radio does not support channel $1 and uses $2' },
  ],
  [
    /not support any channel in the target frequency range, falling back to (\S+)/,
    { zh: '射频在该频段没有可用信道，改用 $1', en: 'The radio has no channel in this range and uses $1' },
  ],
  [
    /not support requested HT mode (\S+), falling back to (\S+)/,
    { zh: '射频不支持 $1，改用 $2', en: 'The radio does not support $1 and uses $2' },
  ],
  [/Country code is restricted/, { zh: '设备限制修改国家码', en: 'The country code of this device is restricted' }],
  [/DFS is restricted/, { zh: '设备限制使用 DFS 信道', en: 'DFS channels are restricted on this device' }],
  [/SSH is restricted/, { zh: '设备限制开启 SSH', en: 'SSH is restricted on this device' }],
  [
    /valid encryption settings/,
    { zh: '加密设置无效，该无线网络未启用', en: 'The security settings are not valid: the network is left out' },
  ],
  [
    /Invalid encryption settings for (\S+) band/,
    { zh: '加密方式不能用于 $1 频段', en: 'This security cannot be used at $1' },
  ],
  [/Roaming requires wpa2/, { zh: '漫游需要 WPA2 或更高的加密', en: 'Roaming needs WPA2 or later' }],
  [
    /same role and VLAN ID|conflicting interface/,
    {
      zh: '与另一个接口的角色和 VLAN 相同，该接口被忽略',
      en: 'Another interface has the same role and VLAN: this one is left out',
    },
  ],
  [
    /downstream interface with a VLAN ID, without matching upstream/,
    { zh: '下行接口的 VLAN 没有对应的上行接口', en: 'No upstream interface has the VLAN of this downstream interface' },
  ],
  [
    /Unable to allocate a suitable IPv([46]) prefix/,
    { zh: '无法分配 IPv$1 网段，该接口被忽略', en: 'No IPv$1 prefix can be allocated: the interface is left out' },
  ],
  [
    /at least one valid upstream interface/,
    { zh: '至少需要一个上行接口', en: 'At least one upstream interface is needed' },
  ],
  [
    /duplicate usage of un-tagged ports: (.*)/,
    { zh: '端口 $1 在多个接口中不带标签', en: 'Ports that are untagged in more than one interface: $1' },
  ],
  [
    /strict-mode validation/,
    { zh: '严格模式下有警告即拒绝整份配置', en: 'In strict mode any warning rejects the whole configuration' },
  ],
  [/must be one of (.*)/, { zh: '取值只能是 $1', en: 'The value has to be one of $1' }],
  [
    /must be (?:lower|smaller|less) than or equal to (\S+)/,
    { zh: '取值不能大于 $1', en: 'The value must not be above $1' },
  ],
  [
    /must be (?:bigger|greater) than or equal to (\S+)/,
    { zh: '取值不能小于 $1', en: 'The value must not be below $1' },
  ],
  [/must be at most (\S+) characters/, { zh: '最多 $1 个字符', en: 'It must have at most $1 characters' }],
  [/must be at least (\S+) characters/, { zh: '至少 $1 个字符', en: 'It must have at least $1 characters' }],
  [/must be of type (\S+)/, { zh: '类型应为 $1', en: 'It must be of type $1' }],
  [/must be a valid (.*)/, { zh: '格式不正确：$1', en: 'It is not a valid $1' }],
  [/is required/, { zh: '缺少必需的值', en: 'A value is missing that is required' }],
]

function wordsOf(text: string): Words {
  for (const [pattern, words] of known) {
    const found = pattern.exec(text)
    if (found) return { zh: filled(words.zh, found), en: filled(words.en, found) }
  }
  return { zh: text, en: text }
}

const filled = (words: string, found: RegExpExecArray) =>
  words.replaceAll(/\$(\d)/g, (_, n: string) => found[Number(n)] ?? '')
