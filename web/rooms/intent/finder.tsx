import { thingName } from '@belvedere/contract/kit/intent/kinds.ts'
import { intentCalls } from '@belvedere/contract/rooms/intent/intent.ts'
import { FileCog } from 'lucide-react'
import { call, type AnswerOf } from '../../kit/calls/call.ts'
import { defineFinder, type FinderHost, type FoundEntry } from '../../kit/routing/define-finder.ts'
import { lang } from '../../kit/words/words.ts'
import { ConfigureDialog } from './api.tsx'

type FoundSetting = AnswerOf<typeof intentCalls.find>['list'][number]

/** Configured networks, VLANs, addresses and ports. Choosing one opens its configuration. */
export const finder = defineFinder({
  title: { zh: '配置', en: 'Configuration' },
  permission: ['config.read'],
  order: 50,
  minLength: 2,
  async find(search, _fits, signal) {
    const { list } = await call(intentCalls.find, { search }, { signal, keep: true })
    return list.map((found): FoundEntry => {
      const { id, kind, key, line, target } = found
      const what = thingName(kind, key, lang)
      return { id, label: line, icon: FileCog, detail: `${target} · ${what}`, run: (host) => open(found, host) }
    })
  },
})

const open = ({ level, target_id, target }: FoundSetting, host: FinderHost) =>
  host.show(<ConfigureDialog level={level} target_id={target_id} name={target} onClose={() => host.show(null)} />)
