import { say } from '@belvedere/contract/kit/text.ts'
import { documentCalls } from '@belvedere/contract/rooms/document/document.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { productVersion } from '../../base/process/product-version.ts'
import { account } from './cards/account.ts'
import { home } from './cards/home.ts'
import { sdwan } from './cards/sdwan.ts'
import type { CardSpec } from './define-cards.ts'

export const calls = implement(documentCalls, {
  home: async (ctx) => inWords(ctx, home),
  sdwan: async (ctx) => inWords(ctx, sdwan),
  account: async (ctx) => inWords(ctx, account),
})

function inWords({ lang }: Ctx, cards: readonly CardSpec[]) {
  const list = cards.map(({ title, text, steps = [], path = '' }, at) => ({
    id: at + 1,
    title: say(title, lang),
    text: say(text, lang),
    steps: steps.map((step) => say(step, lang)),
    path,
  }))
  return { version: productVersion, list }
}
