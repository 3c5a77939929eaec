import pinyin from 'tiny-pinyin'

/** Characters of network words that are read in more than one way; the library knows the most frequent reading. */
const others: Readonly<Record<string, readonly string[]>> = {
  重: ['chong'],
  行: ['hang'],
  长: ['zhang'],
  调: ['diao'],
  传: ['zhuan'],
  率: ['lv'],
  会: ['kuai'],
  单: ['shan'],
  厦: ['xia'],
  朝: ['chao'],
}

const known = new Map<string, readonly string[]>()
const most = 20_000

/** How a character is typed: the readings of a Chinese one in lower case without tones, any other as it is. */
export function readingsOf(char: string): readonly string[] {
  const before = known.get(char)
  if (before) return before
  if (known.size >= most) known.clear()
  const usual = (pinyin.isSupported() ? pinyin.convertToPinyin(char, '', true) : char).toLowerCase()
  const readings = [...new Set([usual, ...(others[char] ?? [])])]
  known.set(char, readings)
  return readings
}
