import { randomInt } from 'node:crypto'
import { type Lang, say, type Words } from '@belvedere/contract/kit/text.ts'

export interface CaptchaQuestion {
  question: string
  /** Normalized by `plainAnswer`. */
  answer: string
}

/** A new question that can be answered in words: a sum, a position in a row, a kind among others. */
export function drawQuestion(lang: Lang): CaptchaQuestion {
  const kinds = [sum, place, kind]
  return (kinds[randomInt(kinds.length)] ?? sum)(lang)
}

/** Normalizes an answer: without case, spaces, character width and a full stop. */
export function plainAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.。,，!！?？"'“”‘’]/g, '')
}

function sum(lang: Lang): CaptchaQuestion {
  const [a, b] = [randomInt(20, 90), randomInt(2, 10)]
  const isPlus = randomInt(2) === 0
  const values = { a: inWords(a, lang), b: inWords(b, lang) }
  return { question: say(isPlus ? plus : minus, lang, values), answer: String(isPlus ? a + b : a - b) }
}

const plus = { zh: '{a}加{b}等于多少？请用数字回答。', en: 'What is {a} plus {b}? Answer in digits.' }
const minus = { zh: '{a}减{b}等于多少？请用数字回答。', en: 'What is {a} minus {b}? Answer in digits.' }

function place(lang: Lang): CaptchaQuestion {
  const row = several(Object.values(kinds).flat(), 5)
  const at = randomInt(row.length)
  const values = { nth: ordinals[at]?.[lang] ?? '', row: listed(row, lang) }
  return { question: say(nth, lang, values), answer: plainAnswer(row[at]?.[lang] ?? '') }
}

const nth = { zh: '请输入下列词语中的{nth}：{row}。', en: 'Type the {nth} of these words: {row}.' }
const ordinals: readonly Words[] = [
  { zh: '第一个', en: 'first' },
  { zh: '第二个', en: 'second' },
  { zh: '第三个', en: 'third' },
  { zh: '第四个', en: 'fourth' },
  { zh: '第五个', en: 'fifth' },
]

function kind(lang: Lang): CaptchaQuestion {
  const [wanted = 'animal', ...others] = several(
    Object.keys(kinds) as (keyof typeof kinds)[],
    Object.keys(kinds).length,
  )
  const [right] = several(kinds[wanted], 1)
  const rest = several(
    others.flatMap((other) => kinds[other]),
    5,
  )
  const row = right ? several([right, ...rest], 6) : rest
  const values = { kind: names[wanted][lang], row: listed(row, lang) }
  return { question: say(which, lang, values), answer: plainAnswer(right?.[lang] ?? '') }
}

const which = { zh: '下列词语中哪一个是{kind}：{row}？', en: 'Which of these words is {kind}: {row}?' }
const names = {
  animal: { zh: '动物', en: 'an animal' },
  fruit: { zh: '水果', en: 'a fruit' },
  vehicle: { zh: '交通工具', en: 'a vehicle' },
  furniture: { zh: '家具', en: 'a piece of furniture' },
} satisfies Record<string, Words>

const kinds: Readonly<Record<keyof typeof names, readonly Words[]>> = {
  animal: [
    { zh: '老虎', en: 'tiger' },
    { zh: '兔子', en: 'rabbit' },
    { zh: '大象', en: 'elephant' },
    { zh: '山羊', en: 'goat' },
    { zh: '青蛙', en: 'frog' },
    { zh: '狐狸', en: 'fox' },
  ],
  fruit: [
    { zh: '苹果', en: 'apple' },
    { zh: '香蕉', en: 'banana' },
    { zh: '葡萄', en: 'grape' },
    { zh: '樱桃', en: 'cherry' },
    { zh: '柠檬', en: 'lemon' },
    { zh: '西瓜', en: 'melon' },
  ],
  vehicle: [
    { zh: '火车', en: 'train' },
    { zh: '飞机', en: 'airplane' },
    { zh: '卡车', en: 'truck' },
    { zh: '轮船', en: 'ship' },
    { zh: '地铁', en: 'metro' },
    { zh: '自行车', en: 'bicycle' },
  ],
  furniture: [
    { zh: '桌子', en: 'table' },
    { zh: '椅子', en: 'chair' },
    { zh: '沙发', en: 'sofa' },
    { zh: '衣柜', en: 'wardrobe' },
    { zh: '书架', en: 'bookshelf' },
    { zh: '床', en: 'bed' },
  ],
}

const listed = (row: readonly Words[], lang: Lang) => row.map((word) => word[lang]).join({ zh: '、', en: ', ' }[lang])

/** A random selection in random order. */
function several<T>(from: readonly T[], count: number): T[] {
  const left = [...from]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(randomInt(left.length), 1)[0] as T)
}

const zhDigits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'] // one language: of a number in Chinese words
const enOnes = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const enTens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** 2 to 9, and 20 to 99, as spoken. */
function inWords(number: number, lang: Lang): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  if (lang === 'zh') return `${tens ? `${zhDigits[tens]}十` : ''}${zhDigits[ones]}` // one language: the other follows
  return [enTens[tens], enOnes[ones]].filter(Boolean).join('-')
}
