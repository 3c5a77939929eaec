import pinyin from 'tiny-pinyin'

/**
 * The library finds a reading by the sort order of characters: each syllable has its first character. Where its table
 * does not match the order in current browsers, whole syllables were wrong (备 read as bao). Checked against a
 * dictionary, this list is complete.
 */
const firsts: Readonly<Record<string, string>> = {
  卑: 'BEI',
  掂: 'DIAN',
  仂: 'LE',
  拿: 'NA',
  切: 'QIE',
  戎: 'RONG',
  拙: 'ZHUO',
}
const misplaced = ['CHUA', 'N']

pinyin.patchDict(({ PINYINS, UNIHANS }) => {
  for (const syllable of misplaced) {
    const at = PINYINS.indexOf(syllable)
    PINYINS.splice(at, 1)
    UNIHANS.splice(at, 1)
  }
  for (const [first, syllable] of Object.entries(firsts)) UNIHANS[PINYINS.indexOf(syllable)] = first
})

/** Characters of network terms with several readings; the library knows only the most frequent one. */
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
  拓: ['tuo'],
  且: ['qie'],
}

const known = new Map<string, readonly string[]>()
const most = 20_000

/** Typed forms of a character: the readings of a Chinese one in lower case without tones, any other unchanged. */
export function readingsOf(char: string): readonly string[] {
  const before = known.get(char)
  if (before) return before
  if (known.size >= most) known.clear()
  const usual = (pinyin.isSupported() ? pinyin.convertToPinyin(char, '', true) : char).toLowerCase()
  const readings = [...new Set([usual, ...(others[char] ?? [])])]
  known.set(char, readings)
  return readings
}
