import { documentCalls } from '@belvedere/contract/rooms/document/document.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import type { HelpTopic } from '../../../kit/routing/define-screen.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

type Card = AnswerOf<typeof documentCalls.home>['list'][number]

const titles = {
  home: { zh: '入门帮助', en: 'Getting started' },
  sdwan: { zh: '异地组网帮助', en: 'About SD-WAN' },
  account: { zh: '账户帮助', en: 'About your account' },
}

/** The bundled help; it requires no network beyond the server. */
export function HelpDrawer({ topic, onClose }: { topic: HelpTopic; onClose: () => void }) {
  const { data, error, refetch } = useQueryCall(documentCalls[topic], {})
  return (
    <Drawer open onClose={onClose} title={titles[topic]} width={460}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      <div className="flex flex-col gap-3">
        {data?.list.map((card) => (
          <HelpCard key={card.id} card={card} />
        ))}
        {data && <p className="pt-2 text-xs text-faint">{data.version}</p>}
      </div>
    </Drawer>
  )
}

function HelpCard({ card: { title, text, steps, path } }: { card: Card }) {
  return (
    <article className="rounded-lg border border-line p-4">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <p className="whitespace-pre-line text-soft">{text}</p>
      {steps.length > 0 && (
        <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-soft">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {path && path !== location.pathname && (
        <p className="mt-2">
          <Go to={path}>{say({ zh: '前往页面', en: 'Open the page' })}</Go>
        </p>
      )}
    </article>
  )
}
