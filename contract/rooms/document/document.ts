import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, Id } from '../../kit/schema.ts'
import type { Words } from '../../kit/text.ts'

const Card = Type.Object({
  /** Place among the cards, from 1. */
  id: Id,
  title: Type.String(),
  /** Plain text; paragraphs are lines. */
  text: Type.String(),
  /** Done in this order; empty where there is nothing to do. */
  steps: Type.Array(Type.String()),
  /** Page of the console it is about. */
  path: Type.String(),
})

/** Cards in the caller's language, of the release that answers. */
const cards = <const P extends string>(topic: P, does: Words) => ({
  at: `GET document/${topic}` as const,
  does,
  who: 'session' as const,
  scene: 'none' as const,
  in: Empty,
  out: Type.Object({ version: Type.String(), list: Type.Array(Card) }),
})

export const documentCalls = defineCalls({
  home: cards('home', { zh: '入门帮助', en: 'Introductory help' }),
  sdwan: cards('sdwan', { zh: '异地组网帮助', en: 'Help about SD-WAN' }),
  account: cards('account', { zh: '账户帮助', en: 'Help about the own account' }),
})
